"""Small files of the board's own in the flash file system, beside the journal."""

import os


class Notes:
    """A file is replaced as a whole: wherever the power fails it is the old one or the new one.

    littlefs renames in one step, and a file is on the flash once it is closed.
    """

    def read(self, name: str) -> bytes:
        """What was written last; empty if nothing was."""
        try:
            with open(name, "rb") as file:
                data: bytes = file.read()
                return data
        except OSError:
            return b""

    def write(self, name: str, data: bytes) -> bool:
        """Replace the file; False, and the old one stays, where there is no room or the flash fails."""
        try:
            with open(name + ".new", "wb") as file:
                file.write(data)
            os.rename(name + ".new", name)
        except OSError:
            return False
        return True
