DROP INDEX `unconfirmed_changes_maker`;--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_org` ON `unconfirmed_changes` (`org_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_own` ON `unconfirmed_changes` (`maker_user_id`,`org_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `unconfirmed_changes_maker` ON `unconfirmed_changes` (`maker_user_id`,`status`,`id`);