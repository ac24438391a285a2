CREATE TABLE `sign_in_requirements` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`connection_id` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_requirements_owner` ON `sign_in_requirements` (`owner`);--> statement-breakpoint
CREATE INDEX `sign_in_requirements_connection` ON `sign_in_requirements` (`connection_id`) WHERE "sign_in_requirements"."connection_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `is_enrolling` integer DEFAULT false NOT NULL;