"""The steps from one form of the database to the next; `webui.storage.migrate` walks them."""
