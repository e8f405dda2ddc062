# inventory.json made where the GPUs are, used where none is: no warning, the same list.
gpus "NVIDIA GeForce RTX 3090=8.6" "NVIDIA H100 PCIe=9.0"
project_without_languages < /dev/null
configure
cp build/cuda-arch-guard/inventory.json inventory.json
rm -r build
gpus
configure "-DCudaArchGuard_GPUS=$PWD/inventory.json"
value "86-real;90-real"
says "NVIDIA H100 PCIe (9.0)"
configure_fails "-DCudaArchGuard_GPUS=$PWD/machine.json"
says "[inventory-unusable]"
says "machine.json: there is no such file"
echo '{"schema":"cuda-arch-guard/inventory/1","devices":[]}' > empty.json
configure_fails "-DCudaArchGuard_GPUS=$PWD/empty.json"
says "it holds no device"
