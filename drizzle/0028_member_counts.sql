ALTER TABLE `orgs` ADD `member_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `orgs` SET `member_count` = (SELECT count(*) FROM `memberships` m WHERE m.org_id = `orgs`.id);--> statement-breakpoint
CREATE TRIGGER `memberships_count_insert` AFTER INSERT ON `memberships` BEGIN
	UPDATE orgs SET member_count = member_count + 1 WHERE id = new.org_id;
END;
--> statement-breakpoint
CREATE TRIGGER `memberships_count_delete` AFTER DELETE ON `memberships` BEGIN
	UPDATE orgs SET member_count = member_count - 1 WHERE id = old.org_id;
END;
