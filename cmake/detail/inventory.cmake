# The devices that are given instead of detected.
include_guard(GLOBAL)
cmake_policy(VERSION 3.20...4.4)

# _cuda_arch_guard_given_devices(<variable> <GPUS>)
#
# Appends to the list the detector's options for names and capabilities (--gpu) and for inventory files
# made elsewhere (--device, --driver), which are read here.
function(_cuda_arch_guard_given_devices variable gpus)
  set(names "")
  set(options "${${variable}}")
  string(REGEX REPLACE "[,;]+" ";" gpus "${gpus}")
  foreach(item IN LISTS gpus)
    string(STRIP "${item}" item)
    if(item MATCHES "\\.json$")
      _cuda_arch_guard_inventory_options(options "${item}")
    else()
      list(APPEND names "${item}")
    endif()
  endforeach()
  if(names)
    string(REPLACE ";" "," names "${names}")
    list(APPEND options --gpu "${names}")
  endif()
  set(${variable} "${options}" PARENT_SCOPE)
endfunction()

function(_cuda_arch_guard_inventory_options variable file)
  set(options "${${variable}}")
  _cuda_arch_guard_find_inventory(path "${file}")
  set(problem "there is no such file")
  if(path)
    file(READ "${path}" json)
    string(JSON schema ERROR_VARIABLE problem GET "${json}" schema)
    if(NOT problem AND NOT schema MATCHES "^cuda-arch-guard/inventory/1")
      set(problem "its schema is ${schema}")
    elseif(NOT problem)
      string(JSON count ERROR_VARIABLE problem LENGTH "${json}" devices)
    endif()
    if(NOT problem AND count EQUAL 0)
      set(problem "it holds no device")
    endif()
  endif()
  if(problem)
    _cuda_arch_guard_report(
      error
      inventory-unusable
      WRONG "The inventory that is given instead of detection cannot be used."
      FOUND "${file}: ${problem}"
      NEEDS "a file that `cuda-arch-guard detect --save inventory.json` wrote where the GPUs are"
      DO "-DCudaArchGuard_GPUS=<path of inventory.json, or names and capabilities of GPUs>"
    )
  endif()

  _cuda_arch_guard_device_options(devices "${json}")
  list(APPEND options ${devices})
  foreach(part IN ITEMS version cuda)
    string(JSON value ERROR_VARIABLE problem GET "${json}" driver ${part})
    if(NOT problem AND value MATCHES "^[0-9.]+$")
      string(REGEX REPLACE "-version$" "" option "--driver-${part}")
      list(APPEND options ${option} "${value}")
    endif()
  endforeach()
  set(${variable} "${options}" PARENT_SCOPE)
endfunction()

# The devices of an inventory as options. One whose capability nobody could tell is passed on as that.
function(_cuda_arch_guard_device_options out inventory)
  set(options "")
  string(JSON count ERROR_VARIABLE ignored LENGTH "${inventory}" devices)
  if(count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON device GET "${inventory}" devices ${index})
      string(JSON capability ERROR_VARIABLE ignored GET "${device}" compute_capability)
      string(JSON name ERROR_VARIABLE ignored GET "${device}" name)
      if(NOT capability MATCHES "^[0-9]+\\.[0-9]+$")
        set(capability "")
      endif()
      string(REPLACE ";" " " name "${name}")
      list(APPEND options --device "${capability},${name}")
    endforeach()
  endif()
  set(${out} "${options}" PARENT_SCOPE)
endfunction()

# The capabilities of an inventory's devices, each once.
function(_cuda_arch_guard_capabilities out inventory)
  set(capabilities "")
  string(JSON count ERROR_VARIABLE ignored LENGTH "${inventory}" devices)
  if(count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(
        JSON capability
        ERROR_VARIABLE ignored
        GET "${inventory}"
        devices
        ${index}
        compute_capability
      )
      if(capability MATCHES "^[0-9]+\\.[0-9]+$")
        list(APPEND capabilities "${capability}")
      endif()
    endforeach()
    list(REMOVE_DUPLICATES capabilities)
  endif()
  set(${out} "${capabilities}" PARENT_SCOPE)
endfunction()

# A relative path is meant from the project's top folder, else from the build tree.
function(_cuda_arch_guard_find_inventory out file)
  set(${out} "" PARENT_SCOPE)
  foreach(folder IN ITEMS "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
    get_filename_component(path "${file}" ABSOLUTE BASE_DIR "${folder}")
    if(EXISTS "${path}" AND NOT IS_DIRECTORY "${path}")
      set(${out} "${path}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()
