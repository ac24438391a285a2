CREATE TABLE `sign_in_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_requests_subject` ON `sign_in_requests` (`subject`,`created_at`);