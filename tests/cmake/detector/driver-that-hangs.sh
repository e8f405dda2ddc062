# A driver that does not answer within CudaArchGuard_TIMEOUT is no absence of GPUs.
machine "$CHECKOUT/tests/support/machines/everything-hangs.txt"
project_without_languages < /dev/null
run_cmake -DCudaArchGuard_TIMEOUT=1 || true
says "[detection-timed-out]"
says_not "no-gpu-at-build"
