DROP INDEX `holds_expires`;--> statement-breakpoint
CREATE INDEX `holds_org` ON `holds` (`org_id`,`expires_at`);