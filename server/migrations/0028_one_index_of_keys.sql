-- The primary key is the same. Each write that has a key of its own kept both.
DROP INDEX IF EXISTS "idempotency_keys_account_id_key_index";
