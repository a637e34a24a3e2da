"""Mounts the file system, behind the journal's part of the flash (``flash.py``); makes it if there is none.

Runs in place of the ``_boot.py`` of MicroPython's port, which takes all of the flash for the file system.
"""

import rp2
import vfs

_JOURNAL_BYTES = 128 * 1024

_all = rp2.Flash()
_part = rp2.Flash(start=_JOURNAL_BYTES, len=_all.ioctl(4, 0) * _all.ioctl(5, 0) - _JOURNAL_BYTES)
try:
    _files = vfs.VfsLfs2(_part, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(_part, progsize=256)
    _files = vfs.VfsLfs2(_part, progsize=256)
vfs.mount(_files, "/")
