"""How pages leave the machine: one port for HTTP and HTTPS, with a certificate of our own."""
