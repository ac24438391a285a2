CREATE TABLE `ip_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`org_id` text NOT NULL,
	`type` text NOT NULL,
	`cidr` text NOT NULL,
	`note` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`org_id`) REFERENCES `orgs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ip_rules_type" CHECK("ip_rules"."type" IN ('allowlist', 'blocklist'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ip_rules_cidr` ON `ip_rules` (`org_id`,`type`,`cidr`);--> statement-breakpoint
CREATE INDEX `ip_rules_org` ON `ip_rules` (`org_id`,`id`);--> statement-breakpoint
ALTER TABLE `orgs` ADD `ip_rules` text;--> statement-breakpoint
CREATE TRIGGER `ip_rules_compile_insert` AFTER INSERT ON `ip_rules` BEGIN
	UPDATE orgs SET ip_rules = (SELECT json_group_array(json_array(r.type, r.cidr)) FROM ip_rules r WHERE r.org_id = new.org_id) WHERE id = new.org_id;
END;--> statement-breakpoint
CREATE TRIGGER `ip_rules_compile_delete` AFTER DELETE ON `ip_rules` BEGIN
	UPDATE orgs SET ip_rules = (SELECT nullif(json_group_array(json_array(r.type, r.cidr)), '[]') FROM ip_rules r WHERE r.org_id = old.org_id) WHERE id = old.org_id;
END;
