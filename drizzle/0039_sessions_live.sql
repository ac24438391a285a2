DROP INDEX `sessions_user_id`;--> statement-breakpoint
CREATE INDEX `sessions_live` ON `sessions` (`user_id`,`id`) WHERE "sessions"."ended_at" IS NULL;