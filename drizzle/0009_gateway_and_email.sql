CREATE TABLE `email_config` (
	`id` text PRIMARY KEY NOT NULL,
	`from` text,
	`smtp_host` text,
	`smtp_port` integer,
	`smtp_user` text,
	`smtp_tls_mode` text,
	`updated_at` text NOT NULL,
	CONSTRAINT "email_config_one" CHECK("email_config"."id" = 'email'),
	CONSTRAINT "email_config_port" CHECK("email_config"."smtp_port" BETWEEN 1 AND 65535 AND "email_config"."smtp_port" <> 25),
	CONSTRAINT "email_config_tls_mode" CHECK("email_config"."smtp_tls_mode" IN ('none', 'starttls', 'tls'))
);
--> statement-breakpoint
CREATE TABLE `gateway_config` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`ip_mode` text NOT NULL,
	`trusted_cidrs` text NOT NULL,
	`risk_reject_threshold` real NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "gateway_config_one" CHECK("gateway_config"."id" = 'gateway'),
	CONSTRAINT "gateway_config_ip_mode" CHECK("gateway_config"."ip_mode" IN ('direct', 'proxy', 'cdn')),
	CONSTRAINT "gateway_config_threshold" CHECK("gateway_config"."risk_reject_threshold" BETWEEN 0 AND 1),
	CONSTRAINT "gateway_config_trusted" CHECK(json_type("gateway_config"."trusted_cidrs") = 'array' AND ("gateway_config"."ip_mode" = 'direct' OR json_array_length("gateway_config"."trusted_cidrs") > 0))
);
