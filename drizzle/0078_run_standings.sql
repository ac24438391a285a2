CREATE TABLE `run_standings` (
	`org_id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`run_id` text NOT NULL,
	`stands` text NOT NULL,
	`budgets` text NOT NULL
) WITHOUT ROWID;
