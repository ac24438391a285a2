-- Records who was suspended when a broadcast to all was sent. Such a broadcast has no row per recipient, and users who are active
-- again must not see what they missed. Triggers do this because several slices write users.
CREATE TRIGGER `users_absence_insert` AFTER INSERT ON `users` WHEN new.status = 'suspended' BEGIN
	INSERT INTO broadcast_absences (user_seq, after_number)
	VALUES (new.seq, coalesce((SELECT value FROM counters WHERE name = 'broadcasts_to_all' AND day = ''), 0));
END;

CREATE TRIGGER `users_absence_suspend` AFTER UPDATE OF status ON `users`
WHEN old.status <> 'suspended' AND new.status = 'suspended' BEGIN
	INSERT INTO broadcast_absences (user_seq, after_number)
	VALUES (new.seq, coalesce((SELECT value FROM counters WHERE name = 'broadcasts_to_all' AND day = ''), 0));
END;

-- A suspension period in which nothing was sent leaves no row.
CREATE TRIGGER `users_absence_return` AFTER UPDATE OF status ON `users`
WHEN old.status = 'suspended' AND new.status <> 'suspended' BEGIN
	UPDATE broadcast_absences SET through_number = coalesce((SELECT value FROM counters WHERE name = 'broadcasts_to_all' AND day = ''), 0)
	WHERE user_seq = new.seq AND through_number IS NULL;
	DELETE FROM broadcast_absences WHERE user_seq = new.seq AND through_number = after_number;
END;
