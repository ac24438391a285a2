ALTER TABLE `referrals` ADD `awaited_org_id` text;--> statement-breakpoint
ALTER TABLE `referrals` ADD `credited_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_awaited` ON `referrals` (`awaited_org_id`) WHERE "referrals"."awaited_org_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `referrals_credited` ON `referrals` (`inviter_user_id`,`credited_at`) WHERE "referrals"."credited_at" IS NOT NULL;--> statement-breakpoint
-- An override without a reason has an empty one.
UPDATE `entitlement_overrides` SET `reason` = '' WHERE `reason` IS NULL;
