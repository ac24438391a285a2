CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`message` text NOT NULL,
	`opened_at` text NOT NULL,
	`ended_at` text,
	`ended_by` text,
	`mail_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_open` ON `alerts` (`name`) WHERE "alerts"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `alerts_mail` ON `alerts` (`mail_at`) WHERE "alerts"."mail_at" IS NOT NULL;