ALTER TABLE `secrets` ADD `fingerprint` text;--> statement-breakpoint
CREATE INDEX `secrets_without_fingerprint` ON `secrets` (`key_id`) WHERE "secrets"."fingerprint" IS NULL;