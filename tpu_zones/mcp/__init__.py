"""The questions as tools of the Model Context Protocol; the command `tpu-zones mcp` serves them."""
