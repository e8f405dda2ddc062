# A detector that crashes, talks nonsense or never answers is told as that.
gpus "NVIDIA GeForce RTX 3090=8.6"
project_without_languages < /dev/null
printf '#!/bin/sh\nkill -SEGV $$\n' > crashes
printf '#!/bin/sh\necho "No CUDA devices found."\n' > babbles
printf '#!/bin/sh\nexec sleep 60\n' > sleeps
chmod +x crashes babbles sleeps
DETECTOR=$PWD/crashes configure_fails
says "[detection-failed]"
says_not "no-gpu"
DETECTOR=$PWD/babbles configure_fails
says "[detection-failed]"
DETECTOR=$PWD/sleeps configure_fails -DCudaArchGuard_TIMEOUT=1
says "[detection-timed-out]"
configure_fails -DCudaArchGuard_TIMEOUT=soon
says "[wrong-value]"
