"""What Alembic runs: the steps, on the connection that `webui.storage.migrate` has opened, in its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
context.run_migrations()
