// A Pico 2 as Lakabe's base: see Base in firmware/README.md for the map of its flash.
#define MICROPY_HW_BOARD_NAME "Lakabe on a Raspberry Pi Pico 2"
#define MICROPY_HW_ROMFS_BYTES (512 * 1024)
#define MICROPY_HW_FLASH_STORAGE_BYTES (PICO_FLASH_SIZE_BYTES - 1024 * 1024)
