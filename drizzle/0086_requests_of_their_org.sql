DROP INDEX `requests_open`;--> statement-breakpoint
CREATE INDEX `requests_open` ON `requests` (`owner`,`kind`,`org_id`,`expires_at`) WHERE "requests"."decided_at" IS NULL;