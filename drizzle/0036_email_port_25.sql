-- A CHECK of the old column refuses port 25, and SQLite cannot change a CHECK without building the table again. So the old
-- column stays behind under another name, empty.
ALTER TABLE `email_config` RENAME COLUMN `smtp_port` TO `smtp_port_but_25`;
--> statement-breakpoint
ALTER TABLE `email_config` ADD `smtp_port` integer CHECK(`smtp_port` BETWEEN 1 AND 65535);
--> statement-breakpoint
UPDATE `email_config` SET `smtp_port` = `smtp_port_but_25`, `smtp_port_but_25` = NULL;
