"""Bodies of replies, unpacked piece by piece under a cap."""

import zlib

SIZE_CAP = 64 * 1024 * 1024
"""Bytes of a body, before and after it is unpacked."""
_PIECE = 256 * 1024


class Unpacker:
    """What takes the pieces of a body; `data` is what they are unpacked to, `whole` whether it came to its end."""

    def __init__(self, encoding: str) -> None:
        self.data = bytearray()
        self._gzip = zlib.decompressobj(wbits=31) if encoding.strip().lower() in ("gzip", "x-gzip") else None
        self._broken = encoding.strip().lower() not in ("", "identity", "gzip", "x-gzip")

    def feed(self, piece: bytes) -> bool:
        """Take a piece; return False where the cap is passed."""
        if self._gzip is None:
            self.data += piece
            return len(self.data) <= SIZE_CAP
        while piece and not self._broken and not self._gzip.eof:
            try:
                self.data += self._gzip.decompress(piece, _PIECE)
            except zlib.error:
                self._broken = True
            if len(self.data) > SIZE_CAP:
                return False
            piece = self._gzip.unconsumed_tail
        return True

    @property
    def whole(self) -> bool:
        """Whether the body came to its end, and was packed as its header says."""
        return not self._broken and (self._gzip is None or self._gzip.eof)
