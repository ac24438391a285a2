CREATE TABLE `broadcast_absences` (
	`user_seq` integer NOT NULL,
	`after_number` integer NOT NULL,
	`through_number` integer,
	PRIMARY KEY(`user_seq`, `after_number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `broadcast_absences_through` ON `broadcast_absences` (`through_number`) WHERE "broadcast_absences"."through_number" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `broadcast_marks` (
	`user_id` text NOT NULL,
	`covers_earlier` integer NOT NULL,
	`sent_number` integer NOT NULL,
	`read_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `covers_earlier`, `sent_number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `broadcast_marks_sent_number` ON `broadcast_marks` (`sent_number`);--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `sent_number` integer;--> statement-breakpoint
CREATE INDEX `broadcasts_to_all` ON `broadcasts` (`id`,`sent_number`,`through_seq`) WHERE "broadcasts"."sent_number" IS NOT NULL AND "broadcasts"."deleted_at" IS NULL;--> statement-breakpoint
INSERT INTO broadcast_absences (user_seq, after_number) SELECT seq, 0 FROM users WHERE status = 'suspended';--> statement-breakpoint
-- Who was suspended when a broadcast to all was sent. The broadcast has no rows of its recipients, and a user who is active
-- again must not see what they missed. Several slices write users, so the database keeps it.
CREATE TRIGGER `users_absence_insert` AFTER INSERT ON `users` WHEN new.status = 'suspended' BEGIN
	INSERT INTO broadcast_absences (user_seq, after_number)
	VALUES (new.seq, coalesce((SELECT value FROM counters WHERE name = 'broadcasts_to_all' AND day = ''), 0));
END;--> statement-breakpoint
CREATE TRIGGER `users_absence_suspend` AFTER UPDATE OF status ON `users`
WHEN old.status <> 'suspended' AND new.status = 'suspended' BEGIN
	INSERT INTO broadcast_absences (user_seq, after_number)
	VALUES (new.seq, coalesce((SELECT value FROM counters WHERE name = 'broadcasts_to_all' AND day = ''), 0));
END;--> statement-breakpoint
-- An absence in which nothing was sent leaves no row.
CREATE TRIGGER `users_absence_return` AFTER UPDATE OF status ON `users`
WHEN old.status = 'suspended' AND new.status <> 'suspended' BEGIN
	UPDATE broadcast_absences SET through_number = coalesce((SELECT value FROM counters WHERE name = 'broadcasts_to_all' AND day = ''), 0)
	WHERE user_seq = new.seq AND through_number IS NULL;
	DELETE FROM broadcast_absences WHERE user_seq = new.seq AND through_number = after_number;
END;
