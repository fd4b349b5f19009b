DROP INDEX CONCURRENTLY IF EXISTS "idempotency_keys_account_id_key_index";
