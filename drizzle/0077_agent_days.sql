CREATE TABLE `agent_days` (
	`org_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`day` text NOT NULL,
	`run_count` integer NOT NULL,
	`failed_run_count` integer NOT NULL,
	`cost_microusd` integer NOT NULL,
	`credits_used` integer NOT NULL,
	`last_run_at` text NOT NULL,
	`last_failed_at` text,
	`last_failed_run_id` text,
	PRIMARY KEY(`org_id`, `agent_id`, `day`),
	CONSTRAINT "agent_days_counts" CHECK("agent_days"."failed_run_count" BETWEEN 0 AND "agent_days"."run_count")
) WITHOUT ROWID;
