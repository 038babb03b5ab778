"""memoryd: a per-user service that gives coding agents a durable memory."""
