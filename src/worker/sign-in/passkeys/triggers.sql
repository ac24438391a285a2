-- A user has at most twenty passkeys, also when they add two at the same time. The text begins with guard, so write() treats it like
-- a guard that failed.
CREATE TRIGGER `passkeys_at_most_20` BEFORE INSERT ON `passkeys` BEGIN
	SELECT RAISE(ABORT, 'guard: the user has twenty passkeys') WHERE (
		SELECT count(*) FROM passkeys p WHERE p.user_id = new.user_id) >= 20;
END;
