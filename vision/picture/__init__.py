"""Any picture: made smaller, turned, and a die cut out of one."""
