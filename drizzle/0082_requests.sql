CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`org_id` text,
	`kind` text NOT NULL,
	`asked_by_kind` text NOT NULL,
	`asked_by_id` text,
	`key_id` text,
	`key_root_id` text,
	`reason` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`decided_at` text,
	`decided_by` text,
	`decision` text,
	`decision_reason` text,
	`run_id` text,
	`spend` text,
	`granted` text,
	`change` text,
	`hash` text,
	`told_at` text,
	`mailed_at` text,
	CONSTRAINT "requests_decided" CHECK(("requests"."decided_at" IS NULL) = ("requests"."decision" IS NULL)),
	CONSTRAINT "requests_kind" CHECK(iif("requests"."kind" = 'spend', "requests"."spend" IS NOT NULL AND "requests"."run_id" IS NOT NULL, "requests"."change" IS NOT NULL))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `requests_owner` ON `requests` (`owner`,`id`);--> statement-breakpoint
CREATE INDEX `requests_open` ON `requests` (`owner`,`kind`,`expires_at`) WHERE "requests"."decided_at" IS NULL;--> statement-breakpoint
CREATE INDEX `requests_run` ON `requests` (`run_id`) WHERE "requests"."run_id" IS NOT NULL;