// Written by `npm run openapi` from src/operations/docs/openapi.json.
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the Worker runs
         * @description Needs no authentication.
         */
        get: operations["get_healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the database answers and has the schema of this build
         * @description Needs no authentication.
         */
        get: operations["get_readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this API as an OpenAPI document
         * @description Needs no authentication.
         */
        get: operations["get_openapijson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this API as a page
         * @description Needs no authentication.
         */
        get: operations["get_docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how to receive and verify webhooks
         * @description Needs no authentication.
         */
        get: operations["get_docs_webhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how to change a running platform
         * @description Needs no authentication.
         */
        get: operations["get_docs_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a user with a personal org
         * @description Needs no authentication.
         */
        post: operations["post_auth_register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Needs no authentication.
         */
        post: operations["post_auth_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade the refresh cookie for new tokens
         * @description Needs no authentication.
         */
        post: operations["post_auth_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out, and end every token of this login
         * @description Needs no authentication.
         */
        post: operations["post_auth_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a one-time token that resets a password
         * @description Needs no authentication.
         */
        post: operations["post_auth_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with a one-time token, and end all logins
         * @description Needs no authentication.
         */
        post: operations["post_auth_password_reset_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/email/verification/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an e-mail address with a one-time token
         * @description Needs no authentication.
         */
        post: operations["post_auth_email_verification_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public keys that verify access tokens
         * @description Needs no authentication.
         */
        get: operations["get_well_known_jwksjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the caller with its orgs and permissions
         * @description Only users may call this, not API keys.
         */
        get: operations["get_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password, and end your other logins
         * @description Only users may call this, not API keys.
         */
        post: operations["post_me_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/email/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a one-time token that verifies your e-mail address
         * @description Only users may call this, not API keys.
         */
        post: operations["post_me_email_verification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your logins
         * @description Only users may call this, not API keys.
         */
        get: operations["get_me_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of your logins
         * @description Only users may call this, not API keys.
         */
        get: operations["get_me_sessions_id"];
        put?: never;
        post?: never;
        /**
         * End one of your logins at once
         * @description Only users may call this, not API keys.
         */
        delete: operations["delete_me_sessions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/invite-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your invite code, which is made when you have none
         * @description Only users may call this, not API keys.
         */
        get: operations["get_me_invite_code"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/invite-code/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace your invite code by a new one, once in 24 hours
         * @description Only users may call this, not API keys.
         */
        post: operations["post_me_invite_code_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a code for the org you act in
         * @description Only users may call this, not API keys.
         */
        post: operations["post_me_redeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your org's balance and ledger
         * @description Only users may call this, not API keys.
         */
        get: operations["get_me_credits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your API keys
         * @description Only users may call this, not API keys.
         */
        get: operations["get_api_keys"];
        put?: never;
        /**
         * Create an API key
         * @description Only users may call this, not API keys.
         */
        post: operations["post_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of your API keys
         * @description Only users may call this, not API keys.
         */
        get: operations["get_api_keys_id"];
        put?: never;
        post?: never;
        /**
         * Delete an API key, which stops working at once
         * @description Only users may call this, not API keys.
         */
        delete: operations["delete_api_keys_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orgs with their plans
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_orgs"];
        put?: never;
        /**
         * Create an org
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_orgs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/orgs/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an org with its members
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_orgs_org_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an org
         * @description Needs the permission `platform_admin`.
         */
        patch: operations["patch_admin_orgs_org_id"];
        trace?: never;
    };
    "/v1/admin/orgs/{org_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a member's role in an org
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_orgs_org_id_members_user_id"];
        /**
         * Add a member, or change the role of one
         * @description Needs the permission `platform_admin`.
         */
        put: operations["put_admin_orgs_org_id_members_user_id"];
        post?: never;
        /**
         * Remove a member
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_admin_orgs_org_id_members_user_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user with its orgs
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_users_user_id"];
        put?: never;
        post?: never;
        /**
         * Delete a user and everything personal about it
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_admin_users_user_id"];
        options?: never;
        head?: never;
        /**
         * Change or suspend a user
         * @description Needs the permission `platform_admin`.
         */
        patch: operations["patch_admin_users_user_id"];
        trace?: never;
    };
    "/v1/admin/users/{user_id}/platform-admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make a user a platform admin
         * @description Needs the permission `platform_admin`.
         */
        put: operations["put_admin_users_user_id_platform_admin"];
        post?: never;
        /**
         * Revoke platform admin from a user
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_admin_users_user_id_platform_admin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{user_id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a one-time token with which a user can choose a new password
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_users_user_id_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logins of a user
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_users_user_id_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{user_id}/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a login of a user
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_users_user_id_sessions_id"];
        put?: never;
        post?: never;
        /**
         * End a login of a user at once
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_admin_users_user_id_sessions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{user_id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a user
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_users_user_id_api_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{user_id}/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key of a user
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_users_user_id_api_keys_id"];
        put?: never;
        post?: never;
        /**
         * Delete an API key of a user, which stops working at once
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_admin_users_user_id_api_keys_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes with their actors
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_audit_logs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit-logs/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert a change
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_admin_audit_logs_id_revert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes made under Confirm-Within: your own, or all for a platform admin
         * @description Any signed-in caller may call this.
         */
        get: operations["get_admin_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/changes/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm your change, so that it stays
         * @description Any signed-in caller may call this.
         */
        post: operations["post_admin_changes_id_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backups
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_backups"];
        put?: never;
        /**
         * Begin a backup
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_backups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/backups/{backup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a backup
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_backups_backup_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search for anything: by its id, or by a name, an address or a code
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the names behind up to 200 ids
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_names"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tool-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every known tool provider with its stored settings
         * @description Needs the permission that belongs to `scope`.
         */
        get: operations["get_tool_providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tool-providers/{group}/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tool provider with its stored settings
         * @description Needs the permission that belongs to `scope`.
         */
        get: operations["get_tool_providers_group_provider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tool-providers/{group}/{provider}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make a provider the only active one of its group
         * @description Needs the permission that belongs to `scope`.
         */
        put: operations["put_tool_providers_group_provider_activate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tool-providers/{group}/{provider}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deactivate a provider
         * @description Needs the permission that belongs to `scope`.
         */
        put: operations["put_tool_providers_group_provider_deactivate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tool-providers/{group}/{provider}/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Store a provider's key, its base URL, or both
         * @description Needs the permission that belongs to `scope`.
         */
        put: operations["put_tool_providers_group_provider_credential"];
        post?: never;
        /**
         * Delete a provider's key
         * @description Needs the permission that belongs to `scope`.
         */
        delete: operations["delete_tool_providers_group_provider_credential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tool-providers/{group}/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the provider that your org's runs get for a group
         * @description Any signed-in caller may call this.
         */
        get: operations["get_tool_providers_group_effective"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/llm-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List LLM providers with their models
         * @description Any signed-in caller may call this.
         */
        get: operations["get_llm_providers"];
        put?: never;
        /**
         * Create an LLM provider
         * @description Needs the permission `data.secrets`.
         */
        post: operations["post_llm_providers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/llm-providers/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the model that a request would get, and why
         * @description Any signed-in caller may call this.
         */
        post: operations["post_llm_providers_resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/llm-providers/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an LLM provider with its models
         * @description Any signed-in caller may call this.
         */
        get: operations["get_llm_providers_provider_id"];
        put?: never;
        post?: never;
        /**
         * Delete an LLM provider, its models and its key
         * @description Needs the permission `data.secrets`.
         */
        delete: operations["delete_llm_providers_provider_id"];
        options?: never;
        head?: never;
        /**
         * Change an LLM provider
         * @description Needs the permission `data.secrets`.
         */
        patch: operations["patch_llm_providers_provider_id"];
        trace?: never;
    };
    "/v1/llm-providers/{provider_id}/available-models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models that the vendor offers
         * @description Any signed-in caller may call this.
         */
        get: operations["get_llm_providers_provider_id_available_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/llm-providers/{provider_id}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a model to an LLM provider
         * @description Needs the permission `data.secrets`.
         */
        post: operations["post_llm_providers_provider_id_models"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/llm-providers/{provider_id}/models/{model_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a model of an LLM provider
         * @description Any signed-in caller may call this.
         */
        get: operations["get_llm_providers_provider_id_models_model_id"];
        put?: never;
        post?: never;
        /**
         * Delete a model
         * @description Needs the permission `data.secrets`.
         */
        delete: operations["delete_llm_providers_provider_id_models_model_id"];
        options?: never;
        head?: never;
        /**
         * Change a model
         * @description Needs the permission `data.secrets`.
         */
        patch: operations["patch_llm_providers_provider_id_models_model_id"];
        trace?: never;
    };
    "/v1/mcp-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List MCP configs
         * @description Any signed-in caller may call this.
         */
        get: operations["get_mcp_configs"];
        put?: never;
        /**
         * Create an MCP config
         * @description Needs the permission `data.secrets`.
         */
        post: operations["post_mcp_configs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mcp-configs/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an MCP config
         * @description Any signed-in caller may call this.
         */
        get: operations["get_mcp_configs_config_id"];
        put?: never;
        post?: never;
        /**
         * Delete an MCP config and its secrets
         * @description Needs the permission `data.secrets`.
         */
        delete: operations["delete_mcp_configs_config_id"];
        options?: never;
        head?: never;
        /**
         * Change an MCP config
         * @description Needs the permission `data.secrets`.
         */
        patch: operations["patch_mcp_configs_config_id"];
        trace?: never;
    };
    "/v1/mcp-configs/{config_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect to the MCP server and count its tools
         * @description Needs the permission `data.secrets`.
         */
        post: operations["post_mcp_configs_config_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/config-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List configuration entries by their keys
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_config_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/config-entries/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a configuration entry
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_config_entries_key"];
        /**
         * Set a configuration entry
         * @description Needs the permission `platform_admin`.
         */
        put: operations["put_admin_config_entries_key"];
        post?: never;
        /**
         * Delete a configuration entry
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_admin_config_entries_key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/secret-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that seal secrets, with the number of secrets of each
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_secret_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the platform's configuration as one document
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_config"];
        /**
         * Apply a document to the platform, whole or not at all
         * @description Needs the permission `platform_admin`.
         */
        put: operations["put_admin_config"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/config/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan what applying a document to the platform would change
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_config_plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/config/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of the configuration
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_config_revisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/config/revisions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a revision with its document
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_config_revisions_number"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/config/revisions/{number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the document of a revision as a new one
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_config_revisions_number_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export an org's configuration as one document; needs `data.secrets` too
         * @description Needs the permission `org.settings`.
         */
        get: operations["get_orgs_org_id_config"];
        /**
         * Apply a document to an org, whole or not at all; needs `data.secrets` too
         * @description Needs the permission `org.settings`.
         */
        put: operations["put_orgs_org_id_config"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/config/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan what applying a document to an org would change; needs `data.secrets` too
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_orgs_org_id_config_plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/config/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of the configuration of an org; needs `data.secrets` too
         * @description Needs the permission `org.settings`.
         */
        get: operations["get_orgs_org_id_config_revisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/config/revisions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a revision with its document; needs `data.secrets` too
         * @description Needs the permission `org.settings`.
         */
        get: operations["get_orgs_org_id_config_revisions_number"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/config/revisions/{number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the document of a revision as a new one; needs `data.secrets` too
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_orgs_org_id_config_revisions_number_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans with their entitlements
         * @description Any signed-in caller may call this.
         */
        get: operations["get_plans"];
        put?: never;
        /**
         * Create a plan
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_plans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/subscriber-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the active subscriptions of each plan
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_plans_subscriber_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a plan with its entitlements
         * @description Any signed-in caller may call this.
         */
        get: operations["get_plans_id"];
        put?: never;
        post?: never;
        /**
         * Delete a plan that no subscription refers to
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_plans_id"];
        options?: never;
        head?: never;
        /**
         * Change the display name or the entitlements of a plan
         * @description Needs the permission `platform_admin`.
         */
        patch: operations["patch_plans_id"];
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Any signed-in caller may call this.
         */
        get: operations["get_subscriptions"];
        put?: never;
        /**
         * Subscribe an org to a plan
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_subscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscription
         * @description Any signed-in caller may call this.
         */
        get: operations["get_subscriptions_id"];
        put?: never;
        post?: never;
        /**
         * Cancel a subscription at once
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_subscriptions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entitlement-overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an org's entitlement overrides
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_entitlement_overrides"];
        put?: never;
        /**
         * Set an entitlement of an org, or replace it
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_entitlement_overrides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entitlement-overrides/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an entitlement override of an org
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_entitlement_overrides_id"];
        put?: never;
        post?: never;
        /**
         * Delete an entitlement override
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_entitlement_overrides_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entitlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the effective entitlements of an org, each with its source
         * @description Any signed-in caller may call this.
         */
        get: operations["get_entitlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feature-flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List feature flags
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_feature_flags"];
        put?: never;
        /**
         * Create a feature flag
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_feature_flags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feature-flags/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a feature flag
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_feature_flags_key"];
        put?: never;
        post?: never;
        /**
         * Delete a feature flag and its overrides
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_feature_flags_key"];
        options?: never;
        head?: never;
        /**
         * Change a flag's default value or its description
         * @description Needs the permission `platform_admin`.
         */
        patch: operations["patch_feature_flags_key"];
        trace?: never;
    };
    "/v1/feature-flags/{key}/org-overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a flag's org overrides
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_feature_flags_key_org_overrides"];
        put?: never;
        /**
         * Set the value of a flag for one org, or replace it
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_feature_flags_key_org_overrides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feature-flags/{key}/org-overrides/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an org's override of a flag
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_feature_flags_key_org_overrides_org_id"];
        put?: never;
        post?: never;
        /**
         * Delete an org's override of a flag
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_feature_flags_key_org_overrides_org_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/feature-flags/{key}/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Evaluate a flag for an org
         * @description Any signed-in caller may call this.
         */
        get: operations["get_feature_flags_key_evaluate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/evaluate/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate every flag for the caller's org (OFREP)
         * @description Any signed-in caller may call this.
         */
        post: operations["post_ofrep_evaluate_flags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ofrep/v1/evaluate/flags/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate one flag for the caller's org (OFREP)
         * @description Any signed-in caller may call this.
         */
        post: operations["post_ofrep_evaluate_flags_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/runtime/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report runs as they progress and end; with `Prefer: respond-async` through a queue
         * @description Needs the permission `runtime.report`.
         */
        post: operations["post_runtime_runs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/runs/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reports of runs that were accepted and could not be written
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_runs_rejected"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_runs_run_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of an org
         * @description Needs the permission `org.settings`.
         */
        get: operations["get_orgs_org_id_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run of an org
         * @description Needs the permission `org.settings`.
         */
        get: operations["get_orgs_org_id_runs_run_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/usage/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform's usage by day
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_usage_daily"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/usage/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform's usage in a month
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_usage_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/usage/by-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform's usage in a month or a range of days by model
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_usage_by_model"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/usage/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform's users, orgs and runs by day
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_usage_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/usage/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare the usage of a day with the sum of its runs
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_usage_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/usage/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an org's usage by day
         * @description Any signed-in caller may call this.
         */
        get: operations["get_orgs_org_id_usage_daily"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/usage/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an org's usage in a month
         * @description Any signed-in caller may call this.
         */
        get: operations["get_orgs_org_id_usage_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/usage/by-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an org's usage in a month or a range of days by model
         * @description Any signed-in caller may call this.
         */
        get: operations["get_orgs_org_id_usage_by_model"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{org_id}/usage/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an org's users and runs by day
         * @description Any signed-in caller may call this.
         */
        get: operations["get_orgs_org_id_usage_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform in a few numbers
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_dashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an org's balance and ledger
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_credits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/credits/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the balances of all orgs
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_credits_balances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/credits/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust an org's balance
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_credits_adjust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/credits/bulk-adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust every org's balance
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_credits_bulk_adjust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/credits/reset-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set every org's balance to 0
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_credits_reset_all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/credits/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare every account with the sum of its ledger
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_credits_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/redemption-codes/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a batch of redemption codes
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_redemption_codes_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/redemption-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redemption codes
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_redemption_codes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/redemption-codes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a redemption code
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_redemption_codes_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Activate or deactivate a redemption code
         * @description Needs the permission `platform_admin`.
         */
        patch: operations["patch_admin_redemption_codes_id"];
        trace?: never;
    };
    "/v1/admin/invite-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invite codes
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_invite_codes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/invite-codes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invite code
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_invite_codes_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the uses of an invite code, or activate or deactivate it
         * @description Needs the permission `platform_admin`.
         */
        patch: operations["patch_admin_invite_codes_id"];
        trace?: never;
    };
    "/v1/admin/referrals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List referrals
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_referrals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/referrals/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the users whom a user invited, directly and indirectly
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_referrals_tree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your notifications; the header X-Unread-Count gives the number of unread ones
         * @description Any signed-in caller may call this.
         */
        get: operations["get_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark all your notifications as read, or those of one type
         * @description Any signed-in caller may call this.
         */
        patch: operations["patch_notifications"];
        trace?: never;
    };
    "/v1/notifications/{notification_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of your notifications
         * @description Any signed-in caller may call this.
         */
        get: operations["get_notifications_notification_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark a notification as read
         * @description Any signed-in caller may call this.
         */
        patch: operations["patch_notifications_notification_id"];
        trace?: never;
    };
    "/v1/admin/notifications/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List broadcasts
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_notifications_broadcasts"];
        put?: never;
        /**
         * Notify all users, or the members of one org
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_notifications_broadcasts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/notifications/broadcasts/{broadcast_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a broadcast with its status and the number of notifications sent
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_notifications_broadcasts_broadcast_id"];
        put?: never;
        post?: never;
        /**
         * Delete a broadcast: cancel what is not sent yet and hide its notifications
         * @description Needs the permission `platform_admin`.
         */
        delete: operations["delete_admin_notifications_broadcasts_broadcast_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/email/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether mail can be sent, and where its settings come from
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_email_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/email/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the e-mail configuration in effect
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_email_config"];
        /**
         * Change the e-mail configuration
         * @description Needs the permission `platform_admin`.
         */
        put: operations["put_admin_email_config"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/email/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test mail and wait until the server has accepted it
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_email_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of your org
         * @description Any signed-in caller may call this.
         */
        get: operations["get_webhook_endpoints"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_webhook_endpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint with its public key and delivery statistics
         * @description Any signed-in caller may call this.
         */
        get: operations["get_webhook_endpoints_endpoint_id"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint; it receives no more events
         * @description Needs the permission `org.settings`.
         */
        delete: operations["delete_webhook_endpoints_endpoint_id"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable a webhook endpoint
         * @description Needs the permission `org.settings`.
         */
        patch: operations["patch_webhook_endpoints_endpoint_id"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/rotate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing key; the previous key signs for 24 more hours
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_webhook_endpoints_endpoint_id_rotate_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to an endpoint with every attempt
         * @description Any signed-in caller may call this.
         */
        get: operations["get_webhook_endpoints_endpoint_id_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with every attempt and the body that is sent
         * @description Any signed-in caller may call this.
         */
        get: operations["get_webhook_endpoints_endpoint_id_deliveries_delivery_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_webhook_endpoints_endpoint_id_deliveries_delivery_id_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a ping to an endpoint
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_webhook_endpoints_endpoint_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send skipped and dead deliveries again
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_webhook_endpoints_endpoint_id_recover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events of runs that ended before the endpoint subscribed
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_webhook_endpoints_endpoint_id_backfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the event types that Plinth emits
         * @description Any signed-in caller may call this.
         */
        get: operations["get_webhook_event_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ip-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your org's IP rules
         * @description Any signed-in caller may call this.
         */
        get: operations["get_ip_rules"];
        put?: never;
        /**
         * Allow or block a network
         * @description Needs the permission `org.settings`.
         */
        post: operations["post_ip_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ip-rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one of your org's IP rules
         * @description Any signed-in caller may call this.
         */
        get: operations["get_ip_rules_rule_id"];
        put?: never;
        post?: never;
        /**
         * Delete an IP rule
         * @description Needs the permission `org.settings`.
         */
        delete: operations["delete_ip_rules_rule_id"];
        options?: never;
        head?: never;
        /**
         * Change the note of an IP rule
         * @description Needs the permission `org.settings`.
         */
        patch: operations["patch_ip_rules_rule_id"];
        trace?: never;
    };
    "/v1/ip-rules/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether your org's IP rules admit an address
         * @description Any signed-in caller may call this.
         */
        post: operations["post_ip_rules_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/gateway-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the gateway configuration
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_gateway_config"];
        /**
         * Replace the gateway configuration
         * @description Needs the permission `platform_admin`.
         */
        put: operations["put_admin_gateway_config"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/gateway-config/rehearse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rehearse a configuration on the recent access log, without changing anything
         * @description Needs the permission `platform_admin`.
         */
        post: operations["post_admin_gateway_config_rehearse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/access-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the access log
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_access_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/access-log/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the recent access log by status, path, country, user agent and minute
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_access_log_facets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/access-log/tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the access log as Server-Sent Events
         * @description Needs the permission `platform_admin`.
         */
        get: operations["get_admin_access_log_tail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/traces/{trace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read everything that one request left behind
         * @description Needs the permission `org.settings`.
         */
        get: operations["get_traces_trace_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "run.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run has completed.
         * @description Sent to the endpoints of the org whose `events` hold `run.completed` or `*`.
         */
        post: operations["webhook_run_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "run.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run has failed.
         * @description Sent to the endpoints of the org whose `events` hold `run.failed` or `*`.
         */
        post: operations["webhook_run_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "run.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run was cancelled.
         * @description Sent to the endpoints of the org whose `events` hold `run.cancelled` or `*`.
         */
        post: operations["webhook_run_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The org has subscribed to a plan.
         * @description Sent to the endpoints of the org whose `events` hold `subscription.created` or `*`.
         */
        post: operations["webhook_subscription_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscription was cancelled and has ended.
         * @description Sent to the endpoints of the org whose `events` hold `subscription.cancelled` or `*`.
         */
        post: operations["webhook_subscription_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The period of a subscription has ended.
         * @description Sent to the endpoints of the org whose `events` hold `subscription.expired` or `*`.
         */
        post: operations["webhook_subscription_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run has brought the balance down to `credits.low_threshold` or below.
         * @description Sent to the endpoints of the org whose `events` hold `credits.low` or `*`.
         */
        post: operations["webhook_credits_low"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run has used the last credit.
         * @description Sent to the endpoints of the org whose `events` hold `credits.exhausted` or `*`.
         */
        post: operations["webhook_credits_exhausted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "redemption_code.redeemed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A member has redeemed a code for the org.
         * @description Sent to the endpoints of the org whose `events` hold `redemption_code.redeemed` or `*`.
         */
        post: operations["webhook_redemption_code_redeemed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tool_provider.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The org has activated a tool provider.
         * @description Sent to the endpoints of the org whose `events` hold `tool_provider.activated` or `*`.
         */
        post: operations["webhook_tool_provider_activated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * We disabled an endpoint: it answered 410, or every attempt of five days failed.
         * @description Sent to the endpoints of the org whose `events` hold `webhook_endpoint.disabled` or `*`.
         */
        post: operations["webhook_webhook_endpoint_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test that a member sent to one endpoint.
         * @description Sent to one endpoint, whatever its `events` say.
         */
        post: operations["webhook_ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptedReports: {
            /**
             * @description The number of reports that the queue has taken.
             * @example 100
             */
            accepted: number;
        };
        AccessLogEntry: {
            /** @example log_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            timestamp: string;
            /** @example 4bf92f3577b34da6a3ce929d0e0e4736 */
            trace_id: string;
            /** @example GET */
            method: string;
            /**
             * @description Without the query string. At most 1,024 characters.
             * @example /v1/plans
             */
            path: string;
            /** @example 200 */
            status_code: number;
            /** @example 12 */
            duration_ms: number;
            /**
             * @description `unknown` when the gateway could not read it.
             * @example 203.0.113.7
             */
            client_ip: string;
            /**
             * @description ISO 3166 alpha-2, or `T1` for Tor. Null when unknown.
             * @example DE
             */
            country: string | null;
            /** @example Berlin */
            city: string | null;
            /**
             * @description At most 512 characters.
             * @example curl/8.14.1
             */
            user_agent: string;
            /** @enum {string} */
            ua_type: "browser" | "bot" | "tool" | "unknown";
            /**
             * @description From 0 to 1.
             * @example 0.1
             */
            risk_score: number;
            /**
             * @example [
             *       "anonymous"
             *     ]
             */
            risk_reasons: ("anonymous" | "empty_user_agent" | "bot" | "hosting_network" | "tor")[];
            /** @enum {string} */
            identity_type: "user" | "api_key" | "anonymous";
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string | null;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string | null;
            /**
             * @description The current name of the user.
             * @example ada
             */
            username: string | null;
        };
        AccessLogFacets: {
            /**
             * @description Entries of the recent log that pass the filters.
             * @example 50000
             */
            entry_count: number;
            /** @description The time of the oldest of them. Null without any. */
            oldest_at: string | null;
            status_classes: {
                /**
                 * @description Null when unknown.
                 * @example 2xx
                 */
                value: string | null;
                /** @example 42 */
                count: number;
            }[];
            /** @description The 20 most frequent beginnings of two segments. */
            paths: {
                /**
                 * @description Null when unknown.
                 * @example /v1/plans
                 */
                value: string | null;
                /** @example 42 */
                count: number;
            }[];
            countries: {
                /**
                 * @description Null when unknown.
                 * @example DE
                 */
                value: string | null;
                /** @example 42 */
                count: number;
            }[];
            ua_types: {
                /**
                 * @description Null when unknown.
                 * @example browser
                 */
                value: string | null;
                /** @example 42 */
                count: number;
            }[];
            /** @description The last 60 minutes, the oldest first. */
            minutes: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T07:00:00.000Z
                 */
                minute: string;
                /** @example 42 */
                count: number;
            }[];
        };
        AccessLogPage: {
            /** @description Newest first. */
            data: components["schemas"]["AccessLogEntry"][];
            has_more: boolean;
            /**
             * @description Null on the last page.
             * @example log_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            next_before: string | null;
        };
        AccessToken: {
            /** @example eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2ln */
            access_token: string;
            /** @constant */
            token_type: "bearer";
            /**
             * @description How long the token is valid, in seconds.
             * @example 900
             */
            expires_in: number;
        };
        AdjustCredits: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /**
             * @description Added to the balance, in credits. A negative amount takes credits away.
             * @example 500
             */
            amount: number;
            /**
             * @default null
             * @example Goodwill after the outage
             */
            note?: string | null;
        };
        Affected: {
            /**
             * @description The number of orgs whose balance moved.
             * @example 48
             */
            affected: number;
        };
        Alive: {
            /** @constant */
            status: "ok";
        };
        ApiKey: {
            /** @example key_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            /** @example Nightly import */
            name: string;
            /** @example al_9fK2 */
            key_prefix: string;
            scopes: ("platform_admin" | "data.secrets" | "org.settings" | "runtime.report")[];
            expires_at: string | null;
            /** @description The hour in which it was last used; null while it was not. */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        AppliedConfiguration: {
            /** @description What an apply does, in its order. */
            changes: components["schemas"]["ConfigurationChange"][];
            warnings: components["schemas"]["ConfigurationWarning"][];
            /**
             * @description The state that the plan was made from. Send it as `If-Match` of the apply.
             * @example "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg"
             */
            base: string;
            /**
             * @description The hash of the document after the apply.
             * @example p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg
             */
            hash: string;
            /**
             * @description The number of the new revision. When nothing changed, that of the newest, or null.
             * @example 7
             */
            revision: number | null;
        };
        AuditLog: {
            /** @example aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example feature_flags.update */
            action: string;
            actor_user_id: string | null;
            actor_api_key_id: string | null;
            org_id: string | null;
            /** @example feature_flags */
            target_type: string;
            /** @example flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            target_id: string;
            /**
             * @example {
             *       "default_value": false
             *     }
             */
            before: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /**
             * @example {
             *       "default_value": false
             *     }
             */
            after: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @example 203.0.113.7 */
            client_address: string;
            /** @example 4bf92f3577b34da6a3ce929d0e0e4736 */
            trace_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /** @description The change that this one has set back. */
            reverts: string | null;
            /** @description The newest change that has set this one back. */
            reverted_by: string | null;
        };
        AvailableModel: {
            /** @example gpt-5-mini */
            id: string;
            /** @example GPT-5 mini */
            name: string;
            configured: boolean;
        };
        AvailableModels: {
            models: components["schemas"]["AvailableModel"][];
        };
        BackfillDeliveries: {
            /**
             * Format: date-time
             * @description Look at runs that began at this time or later.
             * @example 2026-11-21T07:00:00.000Z
             */
            from: string;
            /** @description Look at runs that began before this time. By default all. */
            to?: string | null;
            /**
             * @description `last_run_id` of the call before, to go on behind it.
             * @example null
             */
            after?: string | null;
        };
        BackfilledDeliveries: {
            /**
             * @description Deliveries that were made.
             * @example 240
             */
            backfilled: number;
            /** @description Whether runs of the period are left. */
            has_more: boolean;
            /**
             * @description The last run that the call looked at.
             * @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            last_run_id: string | null;
        };
        Backup: {
            /** @example bkp_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /**
             * @example daily
             * @enum {string}
             */
            kind: "daily" | "manual";
            /**
             * @example completed
             * @enum {string}
             */
            status: "running" | "completed" | "failed";
            /**
             * @description Why a failed one failed.
             * @example null
             */
            error: string | null;
            /**
             * @description A restore needs the same.
             * @example 0020_console_reads
             */
            schema_version: string;
            /**
             * @description The number of tables that are copied whole.
             * @example 46
             */
            table_count: number;
            /**
             * @description The number of tables that a backup copies.
             * @example 46
             */
            table_total: number;
            /** @example 184220 */
            row_count: number;
            /**
             * @description The number of objects in the bucket.
             * @example 12
             */
            part_count: number;
            /**
             * @description Compressed.
             * @example 6204118
             */
            byte_count: number;
            /**
             * @description The user who asked for it; null for a daily one.
             * @example null
             */
            created_by: string | null;
            /**
             * Format: date-time
             * @description The backup has every row from before this time.
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            completed_at: string | null;
        };
        Balance: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example 4988 */
            balance: number;
        };
        Broadcast: {
            /** @example brd_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example announcement */
            type: string;
            /** @example Maintenance on Saturday */
            title: string;
            /** @example Runs pause from 06:00 to 06:30 UTC. */
            body: string;
            /** @enum {string} */
            target_type: "all" | "org";
            /** @example null */
            target_id: string | null;
            /**
             * @example {
             *       "url": "https://status.example.com"
             *     }
             */
            payload: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "pending" | "sending" | "completed" | "failed" | "cancelled";
            /**
             * @description Notifications sent so far.
             * @example 0
             */
            sent_count: number;
            /**
             * @description How many users it will reach. Null until it is planned. While it is sent, users may still leave or be suspended; at completion it equals `sent_count`.
             * @example null
             */
            recipient_count: number | null;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        BulkAdjustCredits: {
            /**
             * @description Added to the balance, in credits. A negative amount takes credits away.
             * @example 500
             */
            amount: number;
            /**
             * @default null
             * @example Goodwill after the outage
             */
            note?: string | null;
        };
        ChangePassword: {
            /** @example correct horse 1 */
            old_password: string;
            /** @example correct horse 1 */
            new_password: string;
        };
        CheckIp: {
            /** @example 203.0.113.7 */
            ip: string;
        };
        ConfigEntry: {
            /** @example web_search.provider */
            key: string;
            /**
             * @description Null for a write-only entry.
             * @example web_search.keyed
             */
            value: string | null;
            is_set: boolean;
        };
        ConfigurationChange: {
            /** @enum {string} */
            action: "create" | "update" | "delete";
            /** @example feature_flags */
            section: string;
            /** @example research.deep_mode */
            key: string;
            /**
             * @example {
             *       "description": "",
             *       "default_value": true
             *     }
             */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * @example {
             *       "description": "",
             *       "default_value": true
             *     }
             */
            after: {
                [key: string]: unknown;
            } | null;
        };
        ConfigurationPlan: {
            /** @description What an apply does, in its order. */
            changes: components["schemas"]["ConfigurationChange"][];
            warnings: components["schemas"]["ConfigurationWarning"][];
            /**
             * @description The state that the plan was made from. Send it as `If-Match` of the apply.
             * @example "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg"
             */
            base: string;
            /**
             * @description The hash of the document after the apply.
             * @example p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg
             */
            hash: string;
        };
        ConfigurationRequest: {
            /**
             * @description A document in the form of GET. A section that is left out stays as it is. An entry is whole: a field that is left out has its default, and a secret that is left out stays.
             * @example {
             *       "version": 1,
             *       "tool_providers": {
             *         "web_search.selfhosted": {
             *           "is_active": true,
             *           "base_url": "https://search.example.com"
             *         }
             *       }
             *     }
             */
            document: Record<string, never>;
            /**
             * @description `merge` deletes nothing. `exact` deletes, in the sections that it applies, what the document does not name.
             * @default merge
             * @enum {string}
             */
            mode?: "merge" | "exact";
            /** @description The sections to apply: all that the document has when absent. */
            sections?: string[];
        };
        ConfigurationRevision: {
            /** @example 7 */
            number: number;
            /**
             * @description `found` is a state that single calls had made, kept because the next revision replaced it.
             * @enum {string}
             */
            kind: "found" | "apply" | "restore";
            /**
             * @description Names a document by its content.
             * @example p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg
             */
            hash: string;
            /**
             * @description Null for a state that was found.
             * @example 3
             */
            change_count: number | null;
            /**
             * @description The revision that was restored.
             * @example null
             */
            restored_from: number | null;
            actor_user_id: string | null;
            /** @example null */
            actor_api_key_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        ConfigurationWarning: {
            /** @enum {string} */
            reason: "deletion" | "incomplete" | "lockout" | "override" | "redirect" | "subscription";
            /** @example plans */
            section: string;
            /** @example team */
            key: string | null;
            /** @example 12 active subscriptions have this plan and get its new entitlements at once. */
            message: string;
        };
        ConfirmReset: {
            /** @example h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q */
            token: string;
            /** @example correct horse 1 */
            password: string;
        };
        ConfirmVerification: {
            /** @example h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q */
            token: string;
        };
        CreateApiKey: {
            /** @example Nightly import */
            name: string;
            /** @default [] */
            scopes?: ("platform_admin" | "data.secrets" | "org.settings" | "runtime.report")[];
            expires_at?: string | null;
        };
        CreateBroadcast: {
            /** @example announcement */
            type: string;
            /** @example Maintenance on Saturday */
            title: string;
            /** @example Runs pause from 06:00 to 06:30 UTC. */
            body: string;
            /**
             * @description `all`, or the id of an org.
             * @example all
             */
            target: string;
            /** @default {} */
            payload?: Record<string, never> | null;
        };
        CreatedApiKey: {
            /** @example key_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            /** @example Nightly import */
            name: string;
            /** @example al_9fK2 */
            key_prefix: string;
            scopes: ("platform_admin" | "data.secrets" | "org.settings" | "runtime.report")[];
            expires_at: string | null;
            /** @description The hour in which it was last used; null while it was not. */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /**
             * @description The key itself. It is shown in this answer only.
             * @example al_9fK2…
             */
            key?: string;
        };
        CreateEntitlementOverride: {
            /** @example credits.monthly_grant */
            key: string;
            /** @example 5000 */
            value: string;
            /** @enum {string} */
            value_type: "integer" | "boolean" | "string";
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /**
             * @default
             * @example Pilot until March
             */
            reason?: string | null;
            expires_at?: string | null;
        };
        CreateFeatureFlag: {
            /** @example research.deep_mode */
            key: string;
            /**
             * @default
             * @example Longer runs with more sources
             */
            description?: string | null;
            default_value: boolean;
        };
        CreateIpRule: {
            /** @enum {string} */
            type: "allowlist" | "blocklist";
            /**
             * @description An IPv4 or IPv6 network, or a bare address.
             * @example 203.0.113.0/24
             */
            cidr: string;
            /**
             * @default null
             * @example Office
             */
            note?: string | null;
        };
        CreateLlmModel: {
            /** @example gpt-5-mini */
            model: string;
            /** @default 0 */
            priority?: number | null;
            /** @default false */
            is_default?: boolean | null;
            /** @default [] */
            tags?: string[] | null;
            /** @default {} */
            when?: Record<string, never> | null;
            /** @default {} */
            advanced_json?: Record<string, never> | null;
            /** @default 1 */
            multiplier?: number | null;
            /** @default 0 */
            cost_per_1k_input?: number | null;
            /** @default 0 */
            cost_per_1k_output?: number | null;
            /** @default null */
            cost_per_1k_cache_write?: number | null;
            /** @default null */
            cost_per_1k_cache_read?: number | null;
        };
        CreateLlmProvider: {
            /** @example acme */
            name: string;
            /** @enum {string} */
            provider: "vendor_a" | "vendor_b";
            /** @example sk-live-3f9a7c21d4e8 */
            api_key: string;
            /** @default null */
            base_url?: string | null;
            /**
             * @description Has no effect on a `vendor_b`.
             * @default null
             */
            vendor_a_api_mode?: ("auto" | "responses" | "chat_completions") | null;
            /** @default null */
            advanced_json?: Record<string, never> | null;
        };
        /**
         * @description The HTTP transports need `url`, and `stdio` needs `command`. `url` and `bearer_token` have no effect on `stdio`.
         * @example {
         *       "name": "issue-tracker",
         *       "transport": "streamable_http",
         *       "url": "https://mcp.example.com/mcp",
         *       "bearer_token": "mcp-token-3f9a7c21",
         *       "call_timeout_ms": 10000
         *     }
         */
        CreateMcpConfig: {
            /** @example issue-tracker */
            name: string;
            /** @enum {string} */
            transport: "stdio" | "http_sse" | "streamable_http";
            url?: string | null;
            bearer_token?: string | null;
            /** @default  */
            command?: string | null;
            /** @default [] */
            args?: string[] | null;
            cwd?: string | null;
            env?: {
                [key: string]: string | number | boolean;
            } | null;
            /** @default false */
            inherit_parent_env?: boolean | null;
            /** @default 10000 */
            call_timeout_ms?: number | null;
        };
        CreateOrg: {
            /** @example Analytical Engines */
            name: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            owner_user_id?: string;
        };
        CreatePlan: {
            /** @example team */
            name: string;
            /** @example Team */
            display_name: string;
            /** @default [] */
            entitlements?: components["schemas"]["EntitlementInput"][] | null;
        };
        CreateRedemptionCodes: {
            /**
             * @description The number of codes to make.
             * @example 100
             */
            count: number;
            /** @example credits */
            type: string;
            /**
             * @description For the type `credits` the number of credits: a positive integer up to 2^53-1. Otherwise free text.
             * @example 500
             */
            value: string;
            /**
             * @description The number of orgs that may redeem each code.
             * @default 1
             * @example 1
             */
            max_uses?: number | null;
            expires_at?: string | null;
            /** @example spring-campaign */
            batch_id?: string | null;
        };
        CreateSubscription: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            plan_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            current_period_start: string;
            /**
             * Format: date-time
             * @example 2026-12-21T07:00:00.000Z
             */
            current_period_end: string;
        };
        CreateWebhookEndpoint: {
            /**
             * @description An HTTPS URL.
             * @example https://hooks.example.com/plinth
             */
            url: string;
            /**
             * @example [
             *       "run.completed",
             *       "run.failed"
             *     ]
             */
            events: string[];
            secret?: string | null;
        };
        Credits: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example 4988 */
            balance: number;
            transactions: components["schemas"]["LedgerEntry"][];
        };
        Dashboard: {
            /** @example 160 */
            total_users: number;
            /**
             * @description Users who logged in today or on one of the 30 UTC days before.
             * @example 120
             */
            active_users_30d: number;
            /** @example 4200 */
            total_runs: number;
            /**
             * @description Runs that began on this UTC day.
             * @example 70
             */
            runs_today: number;
            /** @example 7800000 */
            total_input_tokens: number;
            /** @example 1900000 */
            total_output_tokens: number;
            /** @example 812.42 */
            total_cost_usd: number;
            /**
             * @description Orgs with a run that began today or on one of the 30 UTC days before.
             * @example 41
             */
            active_orgs: number;
        };
        DayActivity: {
            /**
             * Format: date
             * @example 2026-11-21
             */
            date: string;
            /**
             * @description Users who logged in or refreshed their access token on this day. Null where Plinth did not count it yet.
             * @example 12
             */
            active_users: number | null;
            /**
             * @description Orgs of which a run ended on this day. Null where Plinth did not count it yet.
             * @example 3
             */
            active_orgs: number | null;
            /** @example 10 */
            run_count: number;
            /**
             * @description Those of the runs that failed. Null where Plinth did not count it yet.
             * @example 1
             */
            failed_run_count: number | null;
            /**
             * @description Less than 4.5 percent off. Null without a run whose duration is known.
             * @example 5210
             */
            median_duration_ms: number | null;
        };
        DayUsage: {
            /**
             * Format: date
             * @example 2026-11-21
             */
            date: string;
            /** @example 18300 */
            input_tokens: number;
            /** @example 18300 */
            output_tokens: number;
            /** @example 0.42 */
            cost_usd: number;
            /** @example 10 */
            run_count: number;
        };
        Delivery: {
            /** @example dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T */
            id: string;
            /**
             * @description The value of `webhook-id`, the same on every attempt.
             * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            event_id: string;
            /** @example run.completed */
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "dead" | "skipped";
            /** @example 1 */
            attempt_count: number;
            /** @description Null when no attempt follows. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            attempts: {
                /** @example 1 */
                attempt: number;
                /**
                 * @description The status of the answer. Null when there was none.
                 * @example 500
                 */
                status_code: number | null;
                /**
                 * @description Null for a 2xx.
                 * @example status.500
                 */
                error: string | null;
                /** @example 84 */
                latency_ms: number;
                /**
                 * @description The first 1,024 characters of the body of the answer.
                 * @example Internal Server Error
                 */
                response: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T07:00:00.000Z
                 */
                created_at: string;
            }[];
        };
        DeliveryWithBody: {
            /** @example dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T */
            id: string;
            /**
             * @description The value of `webhook-id`, the same on every attempt.
             * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            event_id: string;
            /** @example run.completed */
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "dead" | "skipped";
            /** @example 1 */
            attempt_count: number;
            /** @description Null when no attempt follows. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            attempts: {
                /** @example 1 */
                attempt: number;
                /**
                 * @description The status of the answer. Null when there was none.
                 * @example 500
                 */
                status_code: number | null;
                /**
                 * @description Null for a 2xx.
                 * @example status.500
                 */
                error: string | null;
                /** @example 84 */
                latency_ms: number;
                /**
                 * @description The first 1,024 characters of the body of the answer.
                 * @example Internal Server Error
                 */
                response: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T07:00:00.000Z
                 */
                created_at: string;
            }[];
            /** @description The JSON that every attempt posts. Null for callers without `org.settings`. */
            body: {
                /** @example run.completed */
                type: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T07:00:00.000Z
                 */
                timestamp: string;
                /**
                 * @example {
                 *       "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                 *     }
                 */
                data: {
                    [key: string]: components["schemas"]["JsonValue"];
                };
            } | null;
        };
        /** @description What a call would do. Nothing was done. */
        DryRun: {
            /** @constant */
            dry_run: true;
            /**
             * @description The status that the real call would have.
             * @example 201
             */
            status: number;
            /** @description The body that the real call would have; null when it has none, or when nobody can know it. Generated ids, keys and times differ. */
            body: unknown;
            /** @description The changes that the audit log would record. */
            changes: {
                /** @example feature_flags */
                target_type: string;
                /** @example flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                target_id: string;
                /** @description As the audit log would keep it; null when there is no such row. */
                before: unknown;
                /** @description As the audit log would keep it; null when there is no such row. */
                after: unknown;
            }[];
            /**
             * @description The types of the events that would be emitted.
             * @example [
             *       "subscription.created"
             *     ]
             */
            events: string[];
            /**
             * @description What would happen outside of the database.
             * @example [
             *       "Wakes 1 webhook endpoint."
             *     ]
             */
            effects: string[];
        };
        EffectiveEntitlement: {
            /** @example credits.monthly_grant */
            key: string;
            /** @example 5000 */
            value: string;
            /** @enum {string} */
            value_type: "integer" | "boolean" | "string";
            /** @enum {string} */
            source: "override" | "plan" | "default";
            /** @description True for an integer of 0 or less under `quota.` or `limit.`: then there is no limit. */
            unlimited: boolean;
        };
        EffectiveToolProvider: {
            /** @enum {string} */
            group_name: "web_search" | "web_fetch";
            /** @example web_search.keyed */
            provider_name: string;
            /** @enum {string} */
            scope: "org" | "platform" | "legacy";
            /** @description Active providers that were skipped because they lack a required field. */
            skipped: {
                /** @enum {string} */
                scope: "org" | "platform" | "legacy";
                /** @example web_search.keyed */
                provider_name: string;
                missing: ("api_key" | "base_url")[];
            }[];
        };
        EmailConfig: {
            /** @example Plinth <noreply@example.com> */
            from: string | null;
            /** @example smtp.example.com */
            smtp_host: string | null;
            /**
             * @description The port that is used. Null while there is no server.
             * @example 587
             */
            smtp_port: number | null;
            /** @example noreply@example.com */
            smtp_user: string | null;
            smtp_pass_set: boolean;
            /**
             * @description The mode that is used. Null while there is no server.
             * @example starttls
             */
            smtp_tls_mode: ("none" | "starttls" | "tls") | null;
        };
        EmailStatus: {
            /** @description Whether a sender and a server are set. */
            configured: boolean;
            /** @example Plinth <noreply@example.com> */
            from: string | null;
            /**
             * @description Where the settings come from. A stored configuration replaces all variables of the deployment.
             * @enum {string}
             */
            source: "db" | "env" | "none";
        };
        Entitlement: {
            /** @example ent_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example credits.monthly_grant */
            key: string;
            /** @example 5000 */
            value: string;
            /** @enum {string} */
            value_type: "integer" | "boolean" | "string";
        };
        EntitlementInput: {
            /** @example credits.monthly_grant */
            key: string;
            /** @example 5000 */
            value: string;
            /** @enum {string} */
            value_type: "integer" | "boolean" | "string";
        };
        EntitlementOverride: {
            /** @example ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example credits.monthly_grant */
            key: string;
            /** @example 5000 */
            value: string;
            /** @enum {string} */
            value_type: "integer" | "boolean" | "string";
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example Pilot until March */
            reason: string;
            expires_at: string | null;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            created_by_user_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        /** @description The answer to a request that failed. `/docs#errors` lists every `error` and every `details.reason`. */
        Error: {
            /**
             * @description The code, for programs.
             * @example validation.error
             */
            error: string;
            /**
             * @description A sentence, for people.
             * @example The request is not valid
             */
            message: string;
            /**
             * @description The id of the request, as in `X-Trace-Id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            trace_id: string;
            /**
             * @description What the code does not say. `reason` names the cause where a code has several.
             * @example {
             *       "fields": [
             *         {
             *           "path": "name",
             *           "message": "Must not be blank"
             *         }
             *       ]
             *     }
             */
            details: {
                [key: string]: unknown;
            };
        };
        Evaluation: {
            /** @example research.deep_mode */
            key: string;
            value: boolean;
            /** @enum {string} */
            reason: "override" | "default";
        };
        FeatureFlag: {
            /** @example flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example research.deep_mode */
            key: string;
            /** @example Longer runs with more sources */
            description: string;
            default_value: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        FeatureFlagOverride: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example research.deep_mode */
            flag_key: string;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        Found: {
            /** @enum {string} */
            kind: "user" | "org" | "invite_code" | "redemption_code" | "feature_flag" | "plan" | "llm_provider" | "mcp_config" | "llm_model" | "webhook_endpoint" | "api_key" | "subscription" | "entitlement_override" | "ip_rule" | "broadcast" | "audit_log" | "run" | "trace";
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /**
             * @description What it is called. For a feature flag its key.
             * @example Ada Lovelace
             */
            title: string;
            /** @example ada@example.com */
            subtitle: string | null;
            /**
             * @description The org that it belongs to; null for what is the platform’s.
             * @example null
             */
            org_id: string | null;
        };
        GatewayConfig: {
            /**
             * @description Where the gateway reads the address of a caller. `direct`: the peer. `proxy`: the right-most hop of `X-Forwarded-For` that is not trusted. `cdn`: `True-Client-IP`. A header counts only when the peer is trusted; otherwise the address is the peer.
             * @example proxy
             * @enum {string}
             */
            ip_mode: "direct" | "proxy" | "cdn";
            /**
             * @description The peers whose headers count, in canonical form.
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            trusted_cidrs: string[];
            /**
             * @description The gateway refuses a score at or above it; 0 refuses nobody.
             * @example 0.75
             */
            risk_reject_threshold: number;
        };
        InviteCode: {
            /** @example inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            /** @example K7WPX2QM */
            code: string;
            /**
             * @description The most uses; 0 is unlimited.
             * @example 0
             */
            max_uses: number;
            /** @example 3 */
            use_count: number;
            is_active: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /** @example ada */
            user_login: string;
            /** @example ada@example.com */
            user_email: string | null;
        };
        IpRule: {
            /** @example ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @enum {string} */
            type: "allowlist" | "blocklist";
            /**
             * @description In canonical form, with host bits cleared.
             * @example 203.0.113.0/24
             */
            cidr: string;
            /** @example Office */
            note: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        IpVerdict: {
            allowed: boolean;
            /** @description The rule that decides. Null when no rule matches: the address is then allowed unless the org has an allowlist. */
            rule: components["schemas"]["IpRule"] | null;
        };
        /** @description Any JSON value. */
        JsonValue: unknown;
        Jwks: {
            keys: {
                /** @constant */
                kty: "OKP";
                /** @constant */
                crv: "Ed25519";
                /** @constant */
                alg: "EdDSA";
                /** @constant */
                use: "sig";
                /** @example 2026-11 */
                kid: string;
                /** @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo */
                x: string;
            }[];
        };
        LedgerEntry: {
            /** @example led_01JD6Z5W3T9V7K2M4N8P0Q1R2S_00000042 */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /**
             * @description Added to the balance, in credits. Negative when credits were taken.
             * @example -12
             */
            amount: number;
            /** @example 4988 */
            balance_after: number;
            /**
             * @example consumption
             * @enum {string}
             */
            type: "admin_adjustment" | "admin_bulk_adjustment" | "admin_reset" | "consumption" | "monthly_grant" | "redemption" | "initial_grant" | "referral_reward" | "invitee_reward";
            /** @example run */
            reference_type: string | null;
            /** @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            reference_id: string | null;
            /** @example null */
            note: string | null;
            /** @example null */
            actor_user_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        ListedOrg: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example Analytical Engines */
            name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /** @example 12 */
            member_count: number;
            /** @description The plan that grants the org its entitlements now; null without one. */
            plan: {
                /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
                /** @example team */
                name: string;
                /** @example Team */
                display_name: string;
            } | null;
        };
        LlmModel: {
            /** @example llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            provider_id: string;
            /** @example gpt-5-mini */
            model: string;
            /** @example 10 */
            priority: number;
            is_default: boolean;
            tags: string[];
            /**
             * @example {
             *       "task.kind": "search"
             *     }
             */
            when: {
                [key: string]: unknown;
            };
            /**
             * @example {
             *       "temperature": 0.2
             *     }
             */
            advanced_json: {
                [key: string]: unknown;
            };
            /** @example 1 */
            multiplier: number;
            /** @example 0.00025 */
            cost_per_1k_input: number;
            /** @example 0.002 */
            cost_per_1k_output: number;
            cost_per_1k_cache_write: number | null;
            cost_per_1k_cache_read: number | null;
        };
        LlmProvider: {
            /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @enum {string} */
            provider: "vendor_a" | "vendor_b";
            /** @example acme */
            name: string;
            /** @example sk-l****3f9a */
            key_prefix: string;
            base_url: string | null;
            vendor_a_api_mode: ("auto" | "responses" | "chat_completions") | null;
            advanced_json: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            models: components["schemas"]["LlmModel"][];
        };
        LogIn: {
            /**
             * @description The login or the e-mail address.
             * @example ada
             */
            login: string;
            /** @example correct horse 1 */
            password: string;
            /**
             * @description The org to act in. By default that of the oldest membership. A platform admin may name any org.
             * @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            org_id?: string;
        };
        MarkedRead: {
            /** @constant */
            ok: true;
            /** @example 3 */
            count: number;
        };
        McpConfig: {
            /** @example mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example issue-tracker */
            name: string;
            /**
             * @example streamable_http
             * @enum {string}
             */
            transport: "stdio" | "http_sse" | "streamable_http";
            /** @example https://mcp.example.com/mcp */
            url: string | null;
            /** @description Whether a bearer token is stored. The token itself is never shown. */
            has_auth: boolean;
            /**
             * @description Empty unless the transport is `stdio`.
             * @example
             */
            command: string;
            /** @example [] */
            args: string[];
            /** @example null */
            cwd: string | null;
            /** @example false */
            inherit_parent_env: boolean;
            /** @example 10000 */
            call_timeout_ms: number;
            is_active: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            updated_at: string;
        };
        McpConfigTest: {
            ok: boolean;
            /**
             * @example streamable_http
             * @enum {string}
             */
            transport: "stdio" | "http_sse" | "streamable_http";
            /** @example 2025-11-25 */
            protocol_version: string | null;
            /** @example issue-tracker */
            server_name: string | null;
            /** @example 2.1.0 */
            server_version: string | null;
            /** @example 13 */
            tool_count: number | null;
            /**
             * @description The names of the first 100 tools, in the order of the server. Null when it did not list them.
             * @example [
             *       "search_issues",
             *       "create_issue"
             *     ]
             */
            tool_names: string[] | null;
            /**
             * @description The duration of the whole test.
             * @example 84
             */
            latency_ms: number;
            /** @example null */
            failure: ("dns" | "tls" | "unreachable" | "timeout" | "unauthorized" | "not_found" | "not_mcp" | "wrong_transport" | "blocked" | "redirect" | "too_large" | "server_error" | "not_runnable") | null;
            /** @example The server speaks MCP 2025-11-25 and has 13 tools. */
            message: string;
        };
        Me: {
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example ada */
            login: string;
            /** @example Ada Lovelace */
            username: string;
            /** @example ada@example.com */
            email: string | null;
            email_verified: boolean;
            /** @enum {string} */
            status: "active" | "suspended" | "deleted";
            /** @example null */
            avatar_url: string | null;
            /** @example en */
            locale: string;
            /** @example UTC */
            timezone: string;
            last_login_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            orgs: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example Analytical Engines */
                name: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            }[];
            /**
             * @description The org in which this token acts.
             * @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            org_id: string;
            permissions: ("platform_admin" | "data.secrets" | "org.settings" | "runtime.report")[];
        };
        Membership: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        ModelUsage: {
            /** @example gpt-5-mini */
            model: string;
            /** @example 18300 */
            input_tokens: number;
            /** @example 18300 */
            output_tokens: number;
            /** @example 0.42 */
            cost_usd: number;
            /** @example 10 */
            run_count: number;
        };
        MonthUsage: {
            /** @example 2026 */
            year: number;
            /** @example 11 */
            month: number;
            /** @example 18300 */
            total_input_tokens: number;
            /** @example 18300 */
            total_output_tokens: number;
            /** @example 0.42 */
            total_cost_usd: number;
            /** @example 10 */
            run_count: number;
        };
        MySession: {
            /** @example ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /**
             * @description The org in which the login acts.
             * @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            org_id: string;
            /**
             * @description Where the login began; null for logins of before it was kept.
             * @example 203.0.113.7
             */
            client_address: string | null;
            /** @example Mozilla/5.0 */
            user_agent: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /** @description When it was last refreshed; null until then. */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            expires_at: string;
            /** @description Whether this request belongs to it. */
            is_current: boolean;
        };
        /**
         * @example {
         *       "kind": "user",
         *       "name": "Ada Lovelace"
         *     }
         */
        Name: {
            /** @enum {string} */
            kind: "user" | "org" | "invite_code" | "redemption_code" | "feature_flag" | "plan" | "llm_provider" | "mcp_config" | "llm_model" | "webhook_endpoint" | "api_key" | "subscription" | "entitlement_override" | "ip_rule" | "broadcast" | "audit_log" | "run";
            name: string;
        };
        Names: {
            /**
             * @description By id. Ids that name nothing are left out.
             * @example {
             *       "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S": {
             *         "kind": "user",
             *         "name": "Ada Lovelace"
             *       }
             *     }
             */
            names: {
                [key: string]: components["schemas"]["Name"];
            };
        };
        NamesWanted: {
            /**
             * @example [
             *       "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
             *       "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
             *     ]
             */
            ids: string[];
        };
        Notification: {
            /** @example ntf_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            org_id: string | null;
            /** @example broadcast */
            type: string;
            /** @example Maintenance on Saturday */
            title: string;
            /** @example Runs pause from 06:00 to 06:30 UTC. */
            body: string;
            /**
             * @example {
             *       "broadcast_type": "announcement"
             *     }
             */
            payload: {
                [key: string]: unknown;
            };
            /** @example null */
            read_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        Notifications: {
            data: components["schemas"]["Notification"][];
        };
        NotReady: {
            /** @constant */
            status: "unavailable";
            /** @example The database does not answer */
            reason: string;
        };
        OfrepBulkEvaluated: {
            flags: components["schemas"]["OfrepEvaluated"][];
        };
        /** @description The answer to an OFREP request that failed: an `Error` with the fields of OFREP. */
        OfrepError: {
            /**
             * @description The code, for programs.
             * @example validation.error
             */
            error: string;
            /**
             * @description A sentence, for people.
             * @example The request is not valid
             */
            message: string;
            /**
             * @description The id of the request, as in `X-Trace-Id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            trace_id: string;
            /**
             * @description What the code does not say. `reason` names the cause where a code has several.
             * @example {
             *       "fields": [
             *         {
             *           "path": "name",
             *           "message": "Must not be blank"
             *         }
             *       ]
             *     }
             */
            details: {
                [key: string]: unknown;
            };
            /**
             * @description The same as `message`.
             * @example The request is not valid
             */
            errorDetails: string;
        } & {
            [key: string]: unknown;
        };
        OfrepEvaluate: {
            /**
             * @example {
             *       "targetingKey": "usr_42"
             *     }
             */
            context?: {
                [key: string]: unknown;
            } | null;
        };
        OfrepEvaluated: {
            /** @example research.deep_mode */
            key: string;
            value: boolean;
            /** @enum {string} */
            reason: "STATIC" | "TARGETING_MATCH";
            /** @enum {string} */
            variant: "default" | "override";
        };
        Ok: {
            /** @constant */
            ok: true;
        };
        Org: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example Analytical Engines */
            name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        OrgBalance: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example Analytical Engines */
            org_name: string;
            /** @example 12 */
            balance: number;
        };
        OrgConfiguration: {
            /** @constant */
            version: 1;
            /** @description By the key of the flag. */
            feature_flag_overrides: {
                [key: string]: {
                    enabled: boolean;
                };
            };
            /** @description By key. */
            entitlement_overrides: {
                [key: string]: {
                    /** @example 5000 */
                    value: string;
                    /** @enum {string} */
                    value_type: "integer" | "boolean" | "string";
                    /** @example Pilot until March */
                    reason: string;
                    expires_at: string | null;
                };
            };
            /** @description By the full name of the provider. */
            tool_providers: {
                [key: string]: {
                    is_active: boolean;
                    base_url: string | null;
                    api_key: components["schemas"]["StoredSecret"] | null;
                };
            };
            /** @description By name. */
            llm_providers: {
                [key: string]: {
                    /** @enum {string} */
                    provider: "vendor_a" | "vendor_b";
                    base_url: string | null;
                    vendor_a_api_mode: ("auto" | "responses" | "chat_completions") | null;
                    advanced_json: {
                        [key: string]: unknown;
                    } | null;
                    api_key: components["schemas"]["StoredSecret"] | null;
                    /** @description By model. */
                    models: {
                        [key: string]: {
                            /** @example 10 */
                            priority: number;
                            is_default: boolean;
                            tags: string[];
                            /**
                             * @example {
                             *       "task.kind": "search"
                             *     }
                             */
                            when: {
                                [key: string]: unknown;
                            };
                            /**
                             * @example {
                             *       "temperature": 0.2
                             *     }
                             */
                            advanced_json: {
                                [key: string]: unknown;
                            };
                            /** @example 1 */
                            multiplier: number;
                            /** @example 0.00025 */
                            cost_per_1k_input: number;
                            /** @example 0.002 */
                            cost_per_1k_output: number;
                            cost_per_1k_cache_write: number | null;
                            cost_per_1k_cache_read: number | null;
                        };
                    };
                };
            };
            /** @description By name. */
            mcp_configs: {
                [key: string]: {
                    /**
                     * @example streamable_http
                     * @enum {string}
                     */
                    transport: "stdio" | "http_sse" | "streamable_http";
                    /** @example https://mcp.example.com/mcp */
                    url: string | null;
                    /**
                     * @description Empty unless the transport is `stdio`.
                     * @example
                     */
                    command: string;
                    /** @example [] */
                    args: string[];
                    /** @example null */
                    cwd: string | null;
                    /** @example false */
                    inherit_parent_env: boolean;
                    /** @example 10000 */
                    call_timeout_ms: number;
                    is_active: boolean;
                    bearer_token: components["schemas"]["StoredSecret"] | null;
                    env: components["schemas"]["StoredSecret"] | null;
                };
            };
            /** @description By type and network: `allowlist 203.0.113.0/24`. */
            ip_rules: {
                [key: string]: {
                    /** @example Office */
                    note: string | null;
                };
            };
            /** @description By URL. A second endpoint of the same URL has `#2` behind it. */
            webhook_endpoints: {
                [key: string]: {
                    /**
                     * @example [
                     *       "run.completed",
                     *       "run.failed"
                     *     ]
                     */
                    events: string[];
                    enabled: boolean;
                    secret: components["schemas"]["StoredSecret"] | null;
                };
            };
        };
        OrgRevision: {
            /** @example 7 */
            number: number;
            /**
             * @description `found` is a state that single calls had made, kept because the next revision replaced it.
             * @enum {string}
             */
            kind: "found" | "apply" | "restore";
            /**
             * @description Names a document by its content.
             * @example p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg
             */
            hash: string;
            /**
             * @description Null for a state that was found.
             * @example 3
             */
            change_count: number | null;
            /**
             * @description The revision that was restored.
             * @example null
             */
            restored_from: number | null;
            actor_user_id: string | null;
            /** @example null */
            actor_api_key_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            document: components["schemas"]["OrgConfiguration"];
        };
        OrgWithMembers: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example Analytical Engines */
            name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            members: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
                /** @example ada */
                login: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            }[];
        };
        Plan: {
            /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example team */
            name: string;
            /** @example Team */
            display_name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            entitlements: components["schemas"]["Entitlement"][];
        };
        PlatformConfiguration: {
            /** @constant */
            version: 1;
            /** @description By name. */
            plans: {
                [key: string]: {
                    /** @example Team */
                    display_name: string;
                    /** @description By key. */
                    entitlements: {
                        [key: string]: {
                            /** @example 5000 */
                            value: string;
                            /** @enum {string} */
                            value_type: "integer" | "boolean" | "string";
                        };
                    };
                };
            };
            /** @description By key. */
            feature_flags: {
                [key: string]: {
                    /** @example Longer runs with more sources */
                    description: string;
                    default_value: boolean;
                };
            };
            /** @description By key. The value of a write-only key is a secret. */
            config_entries: {
                [key: string]: {
                    value: (string | null) | components["schemas"]["StoredSecret"];
                };
            };
            /** @description By the full name of the provider. */
            tool_providers: {
                [key: string]: {
                    is_active: boolean;
                    base_url: string | null;
                    api_key: components["schemas"]["StoredSecret"] | null;
                };
            };
            gateway_config: {
                /**
                 * @description Where the gateway reads the address of a caller. `direct`: the peer. `proxy`: the right-most hop of `X-Forwarded-For` that is not trusted. `cdn`: `True-Client-IP`. A header counts only when the peer is trusted; otherwise the address is the peer.
                 * @example proxy
                 * @enum {string}
                 */
                ip_mode: "direct" | "proxy" | "cdn";
                /**
                 * @description The peers whose headers count, in canonical form.
                 * @example [
                 *       "203.0.113.0/24"
                 *     ]
                 */
                trusted_cidrs: string[];
                /**
                 * @description The gateway refuses a score at or above it; 0 refuses nobody.
                 * @example 0.75
                 */
                risk_reject_threshold: number;
            };
            /** @description What is stored. The variables of the deployment are no part of it. */
            email_config: {
                /** @example Plinth <noreply@example.com> */
                from: string | null;
                /** @example smtp.example.com */
                smtp_host: string | null;
                /**
                 * @description The port that is used. Null while there is no server.
                 * @example 587
                 */
                smtp_port: number | null;
                /** @example noreply@example.com */
                smtp_user: string | null;
                /**
                 * @description The mode that is used. Null while there is no server.
                 * @example starttls
                 */
                smtp_tls_mode: ("none" | "starttls" | "tls") | null;
                smtp_pass: components["schemas"]["StoredSecret"] | null;
            };
        };
        PlatformRevision: {
            /** @example 7 */
            number: number;
            /**
             * @description `found` is a state that single calls had made, kept because the next revision replaced it.
             * @enum {string}
             */
            kind: "found" | "apply" | "restore";
            /**
             * @description Names a document by its content.
             * @example p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg
             */
            hash: string;
            /**
             * @description Null for a state that was found.
             * @example 3
             */
            change_count: number | null;
            /**
             * @description The revision that was restored.
             * @example null
             */
            restored_from: number | null;
            actor_user_id: string | null;
            /** @example null */
            actor_api_key_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            document: components["schemas"]["PlatformConfiguration"];
        };
        PutConfigEntry: {
            /** @example web_search.keyed */
            value: string;
        };
        PutCredential: {
            api_key?: string | null;
            /** @example https://search.example.com */
            base_url?: string | null;
        };
        PutEmailConfig: {
            /** @example Plinth <noreply@example.com> */
            from?: string;
            /** @example smtp.example.com */
            smtp_host?: string;
            /** @example 587 */
            smtp_port?: number;
            /** @description Empty means none. */
            smtp_user?: string | null;
            /** @description Null or empty deletes the stored one. */
            smtp_pass?: string | null;
            /**
             * @description Strict: when the mode asks for TLS and TLS fails, nothing is sent. Null means `starttls`.
             * @example starttls
             * @enum {string}
             */
            smtp_tls_mode?: "none" | "starttls" | "tls";
        };
        PutFeatureFlagOverride: {
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            enabled: boolean;
        };
        PutGatewayConfig: {
            /**
             * @description Where the gateway reads the address of a caller. `direct`: the peer. `proxy`: the right-most hop of `X-Forwarded-For` that is not trusted. `cdn`: `True-Client-IP`. A header counts only when the peer is trusted; otherwise the address is the peer.
             * @example proxy
             * @enum {string}
             */
            ip_mode: "direct" | "proxy" | "cdn";
            /**
             * @description IPv4 and IPv6 networks, or bare addresses. `proxy` and `cdn` need at least one.
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            trusted_cidrs: string[];
            /**
             * @description The gateway refuses a score at or above it; 0 refuses nobody. Platform admins are never refused.
             * @example 0.75
             */
            risk_reject_threshold: number;
        };
        PutMembership: {
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        Ready: {
            /** @constant */
            status: "ok";
            /** @example 0000_foundation */
            schema_version: string;
            /** @description The bucket of backups and of the archive. Only with `?verbose`, as `jobs`. */
            bucket?: {
                is_bound: boolean;
                /**
                 * @description What does not happen without it.
                 * @example null
                 */
                message: string | null;
            };
            /** @description Each job with its last run, by name. Only with `?verbose`, and only for platform admins. */
            jobs?: {
                /** @example retention */
                name: string;
                /**
                 * @description How often cron starts it, in milliseconds.
                 * @example 600000
                 */
                every_ms: number;
                /**
                 * @description How long after its time the job has not started again. 0 for the first two minutes: cron comes once a minute, and a killed job runs again within two. Null before the first run.
                 * @example 0
                 */
                lag_ms: number | null;
                /**
                 * @description RFC 3339, UTC.
                 * @example 2026-11-21T07:00:00.000Z
                 */
                last_started_at: string | null;
                /**
                 * @description Earlier than `last_started_at` while the job runs, or after it was killed.
                 * @example 2026-11-21T07:00:00.120Z
                 */
                last_finished_at: string | null;
                /**
                 * @description The class of the error that ended the last run.
                 * @example null
                 */
                last_error: string | null;
                /**
                 * @description Since when each run of a purge has left expired rows: more expire than it deletes. Null when none are left.
                 * @example null
                 */
                behind_since: string | null;
            }[];
        };
        RecoverDeliveries: {
            /**
             * Format: date-time
             * @description Recover deliveries made at this time or later.
             * @example 2026-11-21T07:00:00.000Z
             */
            since: string;
        };
        RecoveredDeliveries: {
            /**
             * @description Deliveries that were skipped or dead and are now sent again.
             * @example 12
             */
            recovered: number;
            /** @description Whether another call would recover more. */
            has_more: boolean;
        };
        Redeem: {
            /**
             * @description In upper or lower case, with or without dashes.
             * @example K7QM-2XWP-9DRA-H4TB
             */
            code: string;
        };
        Redeemed: {
            /** @example K7QM-2XWP-9DRA-H4TB */
            code: string;
            /** @example credits */
            type: string;
            /** @example 500 */
            value: string;
        };
        RedemptionCode: {
            /** @example rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example K7QM-2XWP-9DRA-H4TB */
            code: string;
            /** @example credits */
            type: string;
            /** @example 500 */
            value: string;
            /** @example 1 */
            max_uses: number;
            /** @example 0 */
            use_count: number;
            expires_at: string | null;
            is_active: boolean;
            /** @example spring-campaign */
            batch_id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            created_by_user_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        Referral: {
            /** @example ref_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            inviter_user_id: string;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            invitee_user_id: string;
            /** @example inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            invite_code_id: string;
            /** @description Whether the inviter got a reward. */
            credited: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /** @example ada */
            inviter_login: string;
            /** @example charles */
            invitee_login: string;
        };
        ReferralTreeNode: {
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            /** @example ada */
            login: string;
            inviter_id: string | null;
            /**
             * @description 0 for the user of the query.
             * @example 1
             */
            depth: number;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        Refresh: {
            /**
             * @description The org to act in from now on. Without it the login stays in its org. A platform admin may name any org.
             * @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            org_id?: string;
        };
        Register: {
            /** @example ada */
            login: string;
            /** @example correct horse 1 */
            password: string;
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** @example Ada Lovelace */
            username?: string;
            /** @example en */
            locale?: string;
            /** @example Europe/Berlin */
            timezone?: string;
            invite_code?: string;
        };
        Registered: {
            /** @example eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2ln */
            access_token: string;
            /** @constant */
            token_type: "bearer";
            /**
             * @description How long the token is valid, in seconds.
             * @example 900
             */
            expires_in: number;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
        };
        Rehearsal: {
            /**
             * @description Requests of the recent access log that were judged again.
             * @example 20000
             */
            judged: number;
            /**
             * @description Requests that would be refused.
             * @example 12
             */
            refused: number;
            refused_by: {
                /**
                 * @description Requests that would be refused.
                 * @example 3
                 */
                "ip.blocked": number;
                /**
                 * @description Requests that would be refused.
                 * @example 9
                 */
                "risk.rejected": number;
            };
            /**
             * @description How many of the refused requests the gate let in when they came.
             * @example 9
             */
            newly_refused: number;
            /** @description The 100 users with the most refusals, including those of their API keys. */
            users: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
                /** @example Ada */
                username: string | null;
                /** @example ada */
                login: string | null;
                /**
                 * @description Requests that would be refused.
                 * @example 8
                 */
                refused: number;
                /**
                 * Format: date-time
                 * @description When the newest refused request of this user came.
                 * @example 2026-11-21T07:00:00.000Z
                 */
                last_at: string;
            }[];
            anonymous: {
                /**
                 * @description Requests that would be refused.
                 * @example 4
                 */
                refused: number;
            };
            /** @description When the oldest judged request came; null when no request was judged. */
            from: string | null;
            /** @description When the newest judged request came. */
            to: string | null;
            /** @description This request itself, judged by the proposed configuration. */
            caller: {
                /** @example 203.0.113.7 */
                client_ip: string;
                /** @example 0.2 */
                risk_score: number;
                /**
                 * @example [
                 *       "empty_user_agent"
                 *     ]
                 */
                risk_reasons: ("anonymous" | "empty_user_agent" | "bot" | "hosting_network" | "tor")[];
                /**
                 * @description False for platform admins, who are exempt.
                 * @example false
                 */
                refused: boolean;
            };
        };
        RehearseGatewayConfig: {
            config: components["schemas"]["PutGatewayConfig"];
        };
        RejectedReport: {
            /** @example rej_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            run_id: string;
            /**
             * @description As the report names it.
             * @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            org_id: string;
            /**
             * @description `runs.other_org`: a run of another org has this id. `runs.unknown_org`: there is no such org. `runs.not_written`: every try to write the report failed.
             * @example runs.other_org
             * @enum {string}
             */
            reason: "runs.other_org" | "runs.unknown_org" | "runs.not_written";
            /**
             * @description The report.
             * @example {
             *       "status": "completed"
             *     }
             */
            report: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the report was accepted.
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        ReportedRuns: {
            /**
             * @description The number of accepted reports.
             * @example 1
             */
            accepted: number;
            /** @description The state of each reported run now, in the order of the reports. */
            runs: {
                /** @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                run_id: string;
                /**
                 * @example completed
                 * @enum {string}
                 */
                status: "queued" | "running" | "completed" | "failed" | "cancelled";
                /** @example 5 */
                credits_used: number;
                /**
                 * @description The credits that the balance did not cover.
                 * @example 0
                 */
                shortfall: number;
            }[];
        };
        ReportRun: {
            /** @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            run_id: string;
            /** @description The org of the run. By default the org of the caller. */
            org_id?: string | null;
            /** @example thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            thread_id?: string | null;
            /**
             * @example completed
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            /** @example gpt-5-mini */
            model?: string | null;
            /** @example null */
            persona_id?: string | null;
            /** @example vendor_a */
            provider_kind?: string | null;
            /** @example openai-main */
            credential_name?: string | null;
            /** @example openai-main^gpt-5-mini */
            persona_model?: string | null;
            /** @example 5210 */
            duration_ms?: number | null;
            /** @example 1830 */
            total_input_tokens?: number | null;
            /** @example 412 */
            total_output_tokens?: number | null;
            /** @example 0.0042 */
            total_cost_usd?: number | null;
            created_at?: string | null;
            completed_at?: string | null;
        };
        RequestReset: {
            /**
             * @description The login or the e-mail address.
             * @example ada
             */
            login: string;
        };
        ResetCredits: {
            /**
             * @default null
             * @example Goodwill after the outage
             */
            note?: string | null;
        };
        ResetToken: {
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            user_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            expires_at: string;
            /**
             * @description Works once. It is shown in this answer only.
             * @example h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q
             */
            token?: string;
        };
        ResolvedModel: {
            /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            provider_id: string;
            /** @example acme */
            provider_name: string;
            /** @enum {string} */
            provider: "vendor_a" | "vendor_b";
            /** @example llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            model_id: string;
            /** @example gpt-5-mini */
            model: string;
            /** @example https://api.example.com/v1 */
            base_url: string;
            vendor_a_api_mode: ("auto" | "responses" | "chat_completions") | null;
            advanced_json: {
                [key: string]: unknown;
            } | null;
            /** @example 1 */
            multiplier: number;
            /** @example 0.00025 */
            cost_per_1k_input: number;
            /** @example 0.002 */
            cost_per_1k_output: number;
            cost_per_1k_cache_write: number | null;
            cost_per_1k_cache_read: number | null;
            /** @enum {string} */
            reason: "selector" | "when" | "default" | "priority";
            skipped: components["schemas"]["SkippedModel"][];
        };
        ResolveModel: {
            /**
             * @description `<provider name>^<model>`
             * @example acme^gpt-5-mini
             */
            selector?: string | null;
            /**
             * @description The values that the `when` of models is compared with.
             * @example {
             *       "task.kind": "search",
             *       "tokens": 1200
             *     }
             */
            context?: {
                [key: string]: unknown;
            } | null;
        };
        Run: {
            /** @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            run_id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            thread_id: string | null;
            /**
             * @example completed
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            /** @example gpt-5-mini */
            model: string | null;
            /** @example null */
            persona_id: string | null;
            /** @example vendor_a */
            provider_kind: string | null;
            /** @example openai-main */
            credential_name: string | null;
            /** @example openai-main^gpt-5-mini */
            persona_model: string | null;
            /** @example 5210 */
            duration_ms: number | null;
            /** @example 1830 */
            total_input_tokens: number;
            /** @example 412 */
            total_output_tokens: number;
            /** @example 0.0042 */
            total_cost_usd: number;
            /** @example 5 */
            credits_used: number;
            /** @example 0 */
            shortfall: number;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            completed_at: string | null;
        };
        SecretKey: {
            /** @example 8ad42741aced */
            key_id: string;
            /** @description Whether this key seals new secrets. */
            is_current: boolean;
            /** @description Whether `SECRETS_KEYS` has this key. Without it, its secrets do not open. */
            is_known: boolean;
            /**
             * @description The number of secrets that this key seals, with those that were replaced within 30 days.
             * @example 12
             */
            secret_count: number;
        };
        Session: {
            /** @example ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /**
             * @description The org in which the login acts.
             * @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            org_id: string;
            /**
             * @description Where the login began; null for logins of before it was kept.
             * @example 203.0.113.7
             */
            client_address: string | null;
            /** @example Mozilla/5.0 */
            user_agent: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /** @description When it was last refreshed; null until then. */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            expires_at: string;
        };
        SkippedModel: {
            /** @example acme */
            provider_name: string;
            /** @example gpt-5-mini */
            model: string;
            /** @constant */
            reason: "when";
        };
        /** @description A stored secret. A document to apply may also have `{"$secret": {"keep": true}}` or `{"$secret": {"value": "…"}}` in its place. */
        StoredSecret: {
            $secret: {
                /** @constant */
                set: true;
                /**
                 * @description Equal as long as the secret is. Null for a secret that does not open.
                 * @example wPq2yAn1rJtv0cQkB6mZ3Q
                 */
                fingerprint: string | null;
            };
        };
        SubscriberCount: {
            /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            plan_id: string;
            /**
             * @description The number of active subscriptions now.
             * @example 12
             */
            subscriber_count: number;
        };
        Subscription: {
            /** @example sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            plan_id: string;
            /** @enum {string} */
            status: "active" | "cancelled" | "expired";
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            current_period_start: string;
            /**
             * Format: date-time
             * @example 2026-12-21T07:00:00.000Z
             */
            current_period_end: string;
            /** @example null */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        TestEmail: {
            /**
             * Format: email
             * @description One plain address, without a name.
             * @example ada@example.com
             */
            to: string;
        };
        TestMcpConfig: Record<string, never>;
        ToolProvider: {
            /** @enum {string} */
            group_name: "web_search" | "web_fetch";
            /** @example web_search.keyed */
            provider_name: string;
            is_active: boolean;
            /**
             * @description Absent while no key is stored.
             * @example sk-l****9a1f
             */
            key_prefix?: string;
            /**
             * @description Absent when the provider does not need one and none is stored.
             * @example https://search.example.com
             */
            base_url?: string | null;
            requires_api_key: boolean;
            requires_base_url: boolean;
            /** @description Whether every required field is stored. */
            configured: boolean;
        };
        ToolProviderGroups: {
            groups: {
                /** @enum {string} */
                group_name: "web_search" | "web_fetch";
                providers: components["schemas"]["ToolProvider"][];
            }[];
        };
        Trace: {
            /** @example 4bf92f3577b34da6a3ce929d0e0e4736 */
            trace_id: string;
            /** @description Newest first. Null when the access log does not answer. */
            requests: components["schemas"]["AccessLogEntry"][] | null;
            /** @description Oldest first. */
            audit_logs: components["schemas"]["AuditLog"][];
            /** @description By org, oldest first. */
            ledger_entries: components["schemas"]["LedgerEntry"][];
            /** @description Oldest first. */
            events: components["schemas"]["TraceEvent"][];
        };
        TraceEvent: {
            /** @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /** @example run.completed */
            type: string;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            deliveries: {
                /** @example dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T */
                id: string;
                /**
                 * @description The value of `webhook-id`, the same on every attempt.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                event_id: string;
                /** @example run.completed */
                type: string;
                /** @enum {string} */
                status: "pending" | "delivered" | "failed" | "dead" | "skipped";
                /** @example 1 */
                attempt_count: number;
                /** @description Null when no attempt follows. */
                next_attempt_at: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T07:00:00.000Z
                 */
                created_at: string;
                attempts: {
                    /** @example 1 */
                    attempt: number;
                    /**
                     * @description The status of the answer. Null when there was none.
                     * @example 500
                     */
                    status_code: number | null;
                    /**
                     * @description Null for a 2xx.
                     * @example status.500
                     */
                    error: string | null;
                    /** @example 84 */
                    latency_ms: number;
                    /**
                     * @description The first 1,024 characters of the body of the answer.
                     * @example Internal Server Error
                     */
                    response: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    created_at: string;
                }[];
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            }[];
        };
        UnconfirmedChange: {
            /** @example chg_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /**
             * @description The audit row of the change.
             * @example aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S
             */
            audit_id: string;
            /** @example ip_rules.create */
            action: string;
            /** @example ip_rules */
            target_type: string;
            /** @example ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            target_id: string;
            org_id: string | null;
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            maker_user_id: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "reverted" | "failed";
            /**
             * @description Why the change could not be set back.
             * @example audit.moved_on
             */
            reason: string | null;
            /** @description The audit row of the revert. */
            reverted_by: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the change is set back unless it is confirmed.
             * @example 2026-11-21T07:00:00.000Z
             */
            due_at: string;
            ended_at: string | null;
        };
        UpdateFeatureFlag: {
            /** @example Longer runs with more sources */
            description?: string;
            default_value?: boolean;
        };
        UpdateInviteCode: {
            /**
             * @description The most uses; 0 is unlimited. Not less than `use_count`.
             * @example 10
             */
            max_uses?: number;
            is_active?: boolean;
        };
        UpdateIpRule: {
            /** @example Office */
            note?: string | null;
        };
        UpdateLlmModel: {
            /** @example gpt-5-mini */
            model?: string;
            /**
             * @description Higher wins first.
             * @example 10
             */
            priority?: number;
            /** @description Replaces the default that the provider had. */
            is_default?: boolean;
            tags?: string[];
            /**
             * @description `field: literal`, or `field: {eq|ne|in|not_in|exists|gt|gte|lt|lte: …}`. All conditions must hold.
             * @example {
             *       "task.kind": "search",
             *       "tokens": {
             *         "gte": 1000
             *       }
             *     }
             */
            when?: Record<string, never>;
            /**
             * @example {
             *       "temperature": 0.2
             *     }
             */
            advanced_json?: Record<string, never>;
            /** @example 1 */
            multiplier?: number;
            /** @example 0.002 */
            cost_per_1k_input?: number;
            /** @example 0.002 */
            cost_per_1k_output?: number;
            cost_per_1k_cache_write?: number | null;
            cost_per_1k_cache_read?: number | null;
        };
        UpdateLlmProvider: {
            /** @example acme */
            name?: string;
            /** @enum {string} */
            provider?: "vendor_a" | "vendor_b";
            /** @example sk-live-3f9a7c21d4e8 */
            api_key?: string;
            base_url?: string | null;
            /** @description Has no effect on a `vendor_b`. */
            vendor_a_api_mode?: ("auto" | "responses" | "chat_completions") | null;
            advanced_json?: Record<string, never> | null;
        };
        UpdateMcpConfig: {
            /** @example issue-tracker */
            name?: string;
            url?: string | null;
            /** @description `null` deletes the stored one. */
            bearer_token?: string | null;
            /** @example 30000 */
            call_timeout_ms?: number;
            is_active?: boolean;
        };
        UpdateOrg: {
            /** @example Analytical Engines */
            name?: string;
        };
        UpdatePlan: {
            /** @example Team */
            display_name?: string;
            /** @description The whole list. A key that it lacks is granted no more. */
            entitlements?: components["schemas"]["EntitlementInput"][];
        };
        UpdateRedemptionCode: {
            is_active?: boolean;
        };
        UpdateUser: {
            /**
             * @description Suspending a user ends its logins and deletes its API keys. Making it active again restores none.
             * @enum {string}
             */
            status?: "active" | "suspended";
            /** @example Ada Lovelace */
            username?: string;
            email?: string | null;
            /** @description Leave it out, and a changed address is unverified. */
            email_verified?: boolean;
            /** @example en */
            locale?: string;
            /** @example Europe/Berlin */
            timezone?: string;
        };
        UpdateWebhookEndpoint: {
            enabled?: boolean;
            /**
             * @description An HTTPS URL.
             * @example https://hooks.example.com/plinth
             */
            url?: string;
            /**
             * @example [
             *       "run.completed",
             *       "run.failed"
             *     ]
             */
            events?: string[];
            /** @description A new secret, or null for none. The previous secret signs for 24 more hours. */
            secret?: string | null;
        };
        UsageVerification: {
            /**
             * Format: date
             * @example 2026-11-21
             */
            date: string;
            /**
             * @description The number of runs of the day.
             * @example 10
             */
            run_count: number;
            /** @description Where the recorded usage differs from the sum of its runs. */
            differences: {
                /**
                 * @description The id of an org, or `platform`.
                 * @example platform
                 */
                scope: string;
                /** @example gpt-5-mini */
                model: string;
                recorded: {
                    /** @example 18300 */
                    input_tokens: number;
                    /** @example 18300 */
                    output_tokens: number;
                    /** @example 0.42 */
                    cost_usd: number;
                    /** @example 10 */
                    run_count: number;
                };
                derived: {
                    /** @example 18300 */
                    input_tokens: number;
                    /** @example 18300 */
                    output_tokens: number;
                    /** @example 0.42 */
                    cost_usd: number;
                    /** @example 10 */
                    run_count: number;
                };
            }[];
        };
        User: {
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example ada */
            login: string;
            /** @example Ada Lovelace */
            username: string;
            /** @example ada@example.com */
            email: string | null;
            email_verified: boolean;
            /** @enum {string} */
            status: "active" | "suspended" | "deleted";
            /** @example null */
            avatar_url: string | null;
            /** @example en */
            locale: string;
            /** @example UTC */
            timezone: string;
            last_login_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        UserWithOrgs: {
            /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example ada */
            login: string;
            /** @example Ada Lovelace */
            username: string;
            /** @example ada@example.com */
            email: string | null;
            email_verified: boolean;
            /** @enum {string} */
            status: "active" | "suspended" | "deleted";
            /** @example null */
            avatar_url: string | null;
            /** @example en */
            locale: string;
            /** @example UTC */
            timezone: string;
            last_login_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
            orgs: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example Analytical Engines */
                name: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            }[];
        };
        Verification: {
            /**
             * @description The number of orgs whose ledger was added up.
             * @example 48
             */
            org_count: number;
            /** @description The orgs whose account differs from the sum of its ledger. */
            differences: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example 4988 */
                balance: number;
                /** @example 4990 */
                ledger_sum: number;
                /**
                 * @description The number of entries that the account states.
                 * @example 42
                 */
                entry_count: number;
                /**
                 * @description The number of entries in the ledger.
                 * @example 42
                 */
                ledger_count: number;
            }[];
        };
        VerifyCredits: {
            /**
             * @description Whether to add up the ledgers whole. Otherwise it goes on where a ledger was last found right.
             * @default false
             */
            from_start?: boolean;
        };
        VerifyUsage: {
            /**
             * Format: date
             * @example 2026-11-21
             */
            date: string;
        };
        WebhookEndpoint: {
            /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            id: string;
            /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
            org_id: string;
            /**
             * @description An HTTPS URL.
             * @example https://hooks.example.com/plinth
             */
            url: string;
            /**
             * @example [
             *       "run.completed",
             *       "run.failed"
             *     ]
             */
            events: string[];
            enabled: boolean;
            /**
             * @description Why we disabled the endpoint: it answered 410, or every attempt of five days failed.
             * @example null
             */
            disabled_reason: ("gone" | "failing") | null;
            /**
             * @description The key that verifies `v1a` signatures.
             * @example whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=
             */
            public_key: string;
            /**
             * @description The previous key. It signs as well until `previous_key_until`.
             * @example null
             */
            previous_public_key: string | null;
            /** @example null */
            previous_key_until: string | null;
            /** @description Whether your own secret signs as `v1`. */
            has_secret: boolean;
            /**
             * @description The share of attempts that succeeded, 0 to 1. Null before the first.
             * @example 0.98
             */
            success_rate: number | null;
            last_failure: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T07:00:00.000Z
                 */
                at: string;
                /** @example 500 */
                status_code: number | null;
                /** @example status.500 */
                error: string;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T07:00:00.000Z
             */
            created_at: string;
        };
        WebhookEventType: {
            /** @example run.completed */
            type: string;
            /** @example A run has completed. */
            description: string;
            /**
             * @description Where the OpenAPI document describes the body of the message, with an example.
             * @example /openapi.json#/webhooks/run.completed
             */
            schema: string;
        };
    };
    responses: {
        /** @description What the call would do, with `Dry-Run: true` */
        DryRun: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "dry_run": true,
                 *       "status": 201,
                 *       "body": "string",
                 *       "changes": [
                 *         {
                 *           "target_type": "feature_flags",
                 *           "target_id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *           "before": "string",
                 *           "after": "string"
                 *         }
                 *       ],
                 *       "events": [
                 *         "subscription.created"
                 *       ],
                 *       "effects": [
                 *         "Wakes 1 webhook endpoint."
                 *       ]
                 *     }
                 */
                "application/json; dry-run=true": components["schemas"]["DryRun"];
            };
        };
        /** @description A parameter or a value is not valid. `details.fields` names it. */
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request carries no valid access token or API key. */
        Error401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description You may not do this. `details` says which permission is missing, or why. */
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist, or you may not see it. */
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request conflicts with the current state. `details.reason` says how. */
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource has changed since you read the tag in `If-Match`. */
        Error412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not a JSON object. */
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description You have sent too many requests. Wait for as many seconds as `Retry-After` says. */
        Error429: {
            headers: {
                /** @description Seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong on our side. Report the `trace_id`. */
        Error500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A server that we called for you did not answer as it should. `details.reason` says how. */
        Error502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service cannot answer right now. Wait for as many seconds as `Retry-After` says. */
        Error503: {
            headers: {
                /** @description Seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter or a value is not valid. `details.fields` names it. */
        OfrepError400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The request carries no valid access token or API key. */
        OfrepError401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description You may not do this. `details` says which permission is missing, or why. */
        OfrepError403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The resource does not exist, or you may not see it. */
        OfrepError404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The request conflicts with the current state. `details.reason` says how. */
        OfrepError409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The body is too large. */
        OfrepError413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The body is not a JSON object. */
        OfrepError422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description You have sent too many requests. Wait for as many seconds as `Retry-After` says. */
        OfrepError429: {
            headers: {
                /** @description Seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description Something went wrong on our side. Report the `trace_id`. */
        OfrepError500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description The service cannot answer right now. Wait for as many seconds as `Retry-After` says. */
        OfrepError503: {
            headers: {
                /** @description Seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OfrepError"];
            };
        };
        /** @description Cloudflare's network, in front of the Worker, refuses a flood. */
        Edge429: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
        "Dry-Run": "true";
        /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
        "Idempotency-Key": string;
        /** @description Write only if the resource still has this `ETag`. */
        "If-Match": string;
        /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
        "Confirm-Within": string;
        /**
         * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
         * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
         */
        "webhook-id": string;
        /**
         * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
         * @example 1795244402
         */
        "webhook-timestamp": string;
        /**
         * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
         * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
         */
        "webhook-signature": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Alive"];
                };
            };
            429: components["responses"]["Edge429"];
            500: components["responses"]["Error500"];
        };
    };
    get_readyz: {
        parameters: {
            query?: {
                /** @description With any value or none, platform admins get `bucket` and `jobs` as well. */
                verbose?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "schema_version": "0000_foundation",
                     *       "bucket": {
                     *         "is_bound": true,
                     *         "message": null
                     *       },
                     *       "jobs": [
                     *         {
                     *           "name": "retention",
                     *           "every_ms": 600000,
                     *           "lag_ms": 0,
                     *           "last_started_at": "2026-11-21T07:00:00.000Z",
                     *           "last_finished_at": "2026-11-21T07:00:00.120Z",
                     *           "last_error": null,
                     *           "behind_since": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Ready"];
                };
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            /** @description Not ready */
            503: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "unavailable",
                     *       "reason": "The database does not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["NotReady"];
                };
            };
        };
    };
    get_openapijson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            429: components["responses"]["Edge429"];
            500: components["responses"]["Error500"];
        };
    };
    get_docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: components["responses"]["Edge429"];
            500: components["responses"]["Error500"];
        };
    };
    get_docs_webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: components["responses"]["Edge429"];
            500: components["responses"]["Error500"];
        };
    };
    get_docs_changes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            429: components["responses"]["Edge429"];
            500: components["responses"]["Error500"];
        };
    };
    post_auth_register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "ada",
                 *       "password": "correct horse 1",
                 *       "email": "ada@example.com",
                 *       "username": "Ada Lovelace",
                 *       "locale": "en",
                 *       "timezone": "Europe/Berlin",
                 *       "invite_code": "string"
                 *     }
                 */
                "application/json": components["schemas"]["Register"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2ln",
                     *       "token_type": "bearer",
                     *       "expires_in": 900,
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *     }
                     */
                    "application/json": components["schemas"]["Registered"];
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_auth_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "ada",
                 *       "password": "correct horse 1",
                 *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                 *     }
                 */
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2ln",
                     *       "token_type": "bearer",
                     *       "expires_in": 900
                     *     }
                     */
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_auth_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                 *     }
                 */
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMDEifQ.c2ln",
                     *       "token_type": "bearer",
                     *       "expires_in": 900
                     *     }
                     */
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_auth_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_auth_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["RequestReset"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_auth_password_reset_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q",
                 *       "password": "correct horse 1"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmReset"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_auth_email_verification_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmVerification"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_well_known_jwksjson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "OKP",
                     *           "crv": "Ed25519",
                     *           "alg": "EdDSA",
                     *           "use": "sig",
                     *           "kid": "2026-11",
                     *           "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Jwks"];
                };
            };
            429: components["responses"]["Edge429"];
            500: components["responses"]["Error500"];
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "login": "ada",
                     *       "username": "Ada Lovelace",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "status": "active",
                     *       "avatar_url": null,
                     *       "locale": "en",
                     *       "timezone": "UTC",
                     *       "last_login_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "orgs": [
                     *         {
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "name": "Analytical Engines",
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "permissions": [
                     *         "platform_admin"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_me_password: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "old_password": "correct horse 1",
                 *       "new_password": "correct horse 1"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_me_email_verification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_me_sessions: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "client_address": "203.0.113.7",
                     *         "user_agent": "Mozilla/5.0",
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "last_used_at": "2026-11-21T07:00:00.000Z",
                     *         "expires_at": "2026-11-21T07:00:00.000Z",
                     *         "is_current": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MySession"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_me_sessions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "client_address": "203.0.113.7",
                     *       "user_agent": "Mozilla/5.0",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "last_used_at": "2026-11-21T07:00:00.000Z",
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "is_current": true
                     *     }
                     */
                    "application/json": components["schemas"]["MySession"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_me_sessions_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_me_invite_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "code": "K7WPX2QM",
                     *       "max_uses": 0,
                     *       "use_count": 3,
                     *       "is_active": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "user_login": "ada",
                     *       "user_email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["InviteCode"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_me_invite_code_reset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "code": "K7WPX2QM",
                     *       "max_uses": 0,
                     *       "use_count": 3,
                     *       "is_active": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "user_login": "ada",
                     *       "user_email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["InviteCode"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_me_redeem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "K7QM-2XWP-9DRA-H4TB"
                 *     }
                 */
                "application/json": components["schemas"]["Redeem"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "K7QM-2XWP-9DRA-H4TB",
                     *       "type": "credits",
                     *       "value": "500"
                     *     }
                     */
                    "application/json": components["schemas"]["Redeemed"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_me_credits: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                type?: "admin_adjustment" | "admin_bulk_adjustment" | "admin_reset" | "consumption" | "monthly_grant" | "redemption" | "initial_grant" | "referral_reward" | "invitee_reward";
                /** @description With `reference_id`: what the entries are for. */
                reference_type?: string;
                reference_id?: string;
                /** @description Only rows of this time or later. */
                from?: string;
                /** @description Only rows before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "balance": 4988,
                     *       "transactions": [
                     *         {
                     *           "id": "led_01JD6Z5W3T9V7K2M4N8P0Q1R2S_00000042",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "amount": -12,
                     *           "balance_after": 4988,
                     *           "type": "consumption",
                     *           "reference_type": "run",
                     *           "reference_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "note": null,
                     *           "actor_user_id": null,
                     *           "created_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Credits"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_api_keys: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "name": "Nightly import",
                     *         "key_prefix": "al_9fK2",
                     *         "scopes": [
                     *           "platform_admin"
                     *         ],
                     *         "expires_at": "2026-11-21T07:00:00.000Z",
                     *         "last_used_at": "2026-11-21T07:00:00.000Z",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_api_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly import",
                 *       "scopes": [],
                 *       "expires_at": "2126-11-21T07:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "Nightly import",
                     *       "key_prefix": "al_9fK2",
                     *       "scopes": [
                     *         "platform_admin"
                     *       ],
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "last_used_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "key": "al_9fK2…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example key_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "Nightly import",
                     *       "key_prefix": "al_9fK2",
                     *       "scopes": [
                     *         "platform_admin"
                     *       ],
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "last_used_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_api_keys_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example key_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_orgs: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description Part of the name. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "name": "Analytical Engines",
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "member_count": 12,
                     *         "plan": {
                     *           "id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "name": "team",
                     *           "display_name": "Team"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedOrg"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_orgs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Analytical Engines",
                 *       "owner_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrg"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "Analytical Engines",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_orgs_org_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "Analytical Engines",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "members": [
                     *         {
                     *           "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "login": "ada",
                     *           "role": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrgWithMembers"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_admin_orgs_org_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Analytical Engines"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrg"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "Analytical Engines",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "members": [
                     *         {
                     *           "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "login": "ada",
                     *           "role": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrgWithMembers"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_orgs_org_id_members_user_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "role": "owner",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_admin_orgs_org_id_members_user_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["PutMembership"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "role": "owner",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_admin_orgs_org_id_members_user_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_users: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description Part of the login, the username or the e-mail address. */
                q?: string;
                status?: "active" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "login": "ada",
                     *         "username": "Ada Lovelace",
                     *         "email": "ada@example.com",
                     *         "email_verified": true,
                     *         "status": "active",
                     *         "avatar_url": null,
                     *         "locale": "en",
                     *         "timezone": "UTC",
                     *         "last_login_at": "2026-11-21T07:00:00.000Z",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["User"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_users_user_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "login": "ada",
                     *       "username": "Ada Lovelace",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "status": "active",
                     *       "avatar_url": null,
                     *       "locale": "en",
                     *       "timezone": "UTC",
                     *       "last_login_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "orgs": [
                     *         {
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "name": "Analytical Engines",
                     *           "role": "owner"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserWithOrgs"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_admin_users_user_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_admin_users_user_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "active",
                 *       "username": "Ada Lovelace",
                 *       "email": "ada@example.com",
                 *       "email_verified": true,
                 *       "locale": "en",
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "login": "ada",
                     *       "username": "Ada Lovelace",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "status": "active",
                     *       "avatar_url": null,
                     *       "locale": "en",
                     *       "timezone": "UTC",
                     *       "last_login_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_admin_users_user_id_platform_admin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_admin_users_user_id_platform_admin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_users_user_id_password_reset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "token": "h0Zf4n0yXqk1v3m5p7r9t1w3y5A7C9E1G3I5K7M9O1Q"
                     *     }
                     */
                    "application/json": components["schemas"]["ResetToken"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_users_user_id_sessions: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "client_address": "203.0.113.7",
                     *         "user_agent": "Mozilla/5.0",
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "last_used_at": "2026-11-21T07:00:00.000Z",
                     *         "expires_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Session"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_users_user_id_sessions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
                /** @example ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "client_address": "203.0.113.7",
                     *       "user_agent": "Mozilla/5.0",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "last_used_at": "2026-11-21T07:00:00.000Z",
                     *       "expires_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_admin_users_user_id_sessions_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
                /** @example ses_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_users_user_id_api_keys: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "name": "Nightly import",
                     *         "key_prefix": "al_9fK2",
                     *         "scopes": [
                     *           "platform_admin"
                     *         ],
                     *         "expires_at": "2026-11-21T07:00:00.000Z",
                     *         "last_used_at": "2026-11-21T07:00:00.000Z",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_users_user_id_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
                /** @example key_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "Nightly import",
                     *       "key_prefix": "al_9fK2",
                     *       "scopes": [
                     *         "platform_admin"
                     *       ],
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "last_used_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_admin_users_user_id_api_keys_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                user_id: string;
                /** @example key_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_audit_logs: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                action?: string;
                actor_user_id?: string;
                org_id?: string;
                target_id?: string;
                /** @description Only rows of this time or later. */
                from?: string;
                /** @description Only rows before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "action": "feature_flags.update",
                     *         "actor_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "actor_api_key_id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "target_type": "feature_flags",
                     *         "target_id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "before": {
                     *           "default_value": false
                     *         },
                     *         "after": {
                     *           "default_value": false
                     *         },
                     *         "client_address": "203.0.113.7",
                     *         "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "reverts": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "reverted_by": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditLog"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_audit_logs_id_revert: {
        parameters: {
            query?: {
                /** @description Whether to make the change even if it shuts out your own address. */
                confirm?: "true" | "false";
            };
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "action": "feature_flags.update",
                     *       "actor_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "actor_api_key_id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "target_type": "feature_flags",
                     *       "target_id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "before": {
                     *         "default_value": false
                     *       },
                     *       "after": {
                     *         "default_value": false
                     *       },
                     *       "client_address": "203.0.113.7",
                     *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "reverts": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "reverted_by": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditLog"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_changes: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                status?: "pending" | "confirmed" | "reverted" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "chg_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "audit_id": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "action": "ip_rules.create",
                     *         "target_type": "ip_rules",
                     *         "target_id": "ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "maker_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "status": "pending",
                     *         "reason": "audit.moved_on",
                     *         "reverted_by": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "due_at": "2026-11-21T07:00:00.000Z",
                     *         "ended_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UnconfirmedChange"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_changes_id_confirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example chg_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "chg_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "audit_id": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "action": "ip_rules.create",
                     *       "target_type": "ip_rules",
                     *       "target_id": "ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "maker_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "status": "pending",
                     *       "reason": "audit.moved_on",
                     *       "reverted_by": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "due_at": "2026-11-21T07:00:00.000Z",
                     *       "ended_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UnconfirmedChange"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_backups: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "bkp_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "kind": "daily",
                     *         "status": "completed",
                     *         "error": null,
                     *         "schema_version": "0020_console_reads",
                     *         "table_count": 46,
                     *         "table_total": 46,
                     *         "row_count": 184220,
                     *         "part_count": 12,
                     *         "byte_count": 6204118,
                     *         "created_by": null,
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "completed_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Backup"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_backups: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bkp_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "kind": "daily",
                     *       "status": "completed",
                     *       "error": null,
                     *       "schema_version": "0020_console_reads",
                     *       "table_count": 46,
                     *       "table_total": 46,
                     *       "row_count": 184220,
                     *       "part_count": 12,
                     *       "byte_count": 6204118,
                     *       "created_by": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "completed_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Backup"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_backups_backup_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example bkp_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                backup_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "bkp_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "kind": "daily",
                     *       "status": "completed",
                     *       "error": null,
                     *       "schema_version": "0020_console_reads",
                     *       "table_count": 46,
                     *       "table_total": 46,
                     *       "row_count": 184220,
                     *       "part_count": 12,
                     *       "byte_count": 6204118,
                     *       "created_by": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "completed_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Backup"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_search: {
        parameters: {
            query: {
                /** @description The number of things in the answer. */
                limit?: number;
                /** @description An id, a name, a login, an e-mail address, a code, or a part of one. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "kind": "user",
                     *         "id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "title": "Ada Lovelace",
                     *         "subtitle": "ada@example.com",
                     *         "org_id": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Found"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_names: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NamesWanted"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "names": {
                     *         "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S": {
                     *           "kind": "user",
                     *           "name": "Ada Lovelace"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Names"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_tool_providers: {
        parameters: {
            query?: {
                /** @description The layer: `platform` needs `platform_admin`, `org` needs `data.secrets`. */
                scope?: "platform" | "org";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "groups": [
                     *         {
                     *           "group_name": "web_search",
                     *           "providers": [
                     *             {
                     *               "group_name": "web_search",
                     *               "provider_name": "web_search.keyed",
                     *               "is_active": true,
                     *               "key_prefix": "sk-l****9a1f",
                     *               "base_url": "https://search.example.com",
                     *               "requires_api_key": true,
                     *               "requires_base_url": true,
                     *               "configured": true
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ToolProviderGroups"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_tool_providers_group_provider: {
        parameters: {
            query?: {
                /** @description The layer: `platform` needs `platform_admin`, `org` needs `data.secrets`. */
                scope?: "platform" | "org";
            };
            header?: never;
            path: {
                /** @example web_search */
                group: string;
                /** @example web_search.keyed */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group_name": "web_search",
                     *       "provider_name": "web_search.keyed",
                     *       "is_active": true,
                     *       "key_prefix": "sk-l****9a1f",
                     *       "base_url": "https://search.example.com",
                     *       "requires_api_key": true,
                     *       "requires_base_url": true,
                     *       "configured": true
                     *     }
                     */
                    "application/json": components["schemas"]["ToolProvider"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_tool_providers_group_provider_activate: {
        parameters: {
            query?: {
                /** @description The layer: `platform` needs `platform_admin`, `org` needs `data.secrets`. */
                scope?: "platform" | "org";
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example web_search */
                group: string;
                /** @example web_search.keyed */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_tool_providers_group_provider_deactivate: {
        parameters: {
            query?: {
                /** @description The layer: `platform` needs `platform_admin`, `org` needs `data.secrets`. */
                scope?: "platform" | "org";
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example web_search */
                group: string;
                /** @example web_search.keyed */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_tool_providers_group_provider_credential: {
        parameters: {
            query?: {
                /** @description The layer: `platform` needs `platform_admin`, `org` needs `data.secrets`. */
                scope?: "platform" | "org";
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example web_search */
                group: string;
                /** @example web_search.keyed */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "api_key": "sk-live-3f9a7c21d4e8",
                 *       "base_url": "https://search.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["PutCredential"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_tool_providers_group_provider_credential: {
        parameters: {
            query?: {
                /** @description The layer: `platform` needs `platform_admin`, `org` needs `data.secrets`. */
                scope?: "platform" | "org";
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example web_search */
                group: string;
                /** @example web_search.keyed */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_tool_providers_group_effective: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example web_search */
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group_name": "web_search",
                     *       "provider_name": "web_search.keyed",
                     *       "scope": "org",
                     *       "skipped": [
                     *         {
                     *           "scope": "org",
                     *           "provider_name": "web_search.keyed",
                     *           "missing": [
                     *             "api_key"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EffectiveToolProvider"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_llm_providers: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "provider": "vendor_a",
                     *         "name": "acme",
                     *         "key_prefix": "sk-l****3f9a",
                     *         "base_url": "https://api.example.com/v1",
                     *         "vendor_a_api_mode": "auto",
                     *         "advanced_json": {
                     *           "timeout_ms": 30000
                     *         },
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "models": [
                     *           {
                     *             "id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *             "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *             "model": "gpt-5-mini",
                     *             "priority": 10,
                     *             "is_default": true,
                     *             "tags": [
                     *               "fast"
                     *             ],
                     *             "when": {
                     *               "task.kind": "search"
                     *             },
                     *             "advanced_json": {
                     *               "temperature": 0.2
                     *             },
                     *             "multiplier": 1,
                     *             "cost_per_1k_input": 0.00025,
                     *             "cost_per_1k_output": 0.002,
                     *             "cost_per_1k_cache_write": 0.0003,
                     *             "cost_per_1k_cache_read": 0.000025
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LlmProvider"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_llm_providers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "acme",
                 *       "provider": "vendor_a",
                 *       "api_key": "sk-live-3f9a7c21d4e8",
                 *       "base_url": null,
                 *       "vendor_a_api_mode": null,
                 *       "advanced_json": null
                 *     }
                 */
                "application/json": components["schemas"]["CreateLlmProvider"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "provider": "vendor_a",
                     *       "name": "acme",
                     *       "key_prefix": "sk-l****3f9a",
                     *       "base_url": "https://api.example.com/v1",
                     *       "vendor_a_api_mode": "auto",
                     *       "advanced_json": {
                     *         "timeout_ms": 30000
                     *       },
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "models": [
                     *         {
                     *           "id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "model": "gpt-5-mini",
                     *           "priority": 10,
                     *           "is_default": true,
                     *           "tags": [
                     *             "fast"
                     *           ],
                     *           "when": {
                     *             "task.kind": "search"
                     *           },
                     *           "advanced_json": {
                     *             "temperature": 0.2
                     *           },
                     *           "multiplier": 1,
                     *           "cost_per_1k_input": 0.00025,
                     *           "cost_per_1k_output": 0.002,
                     *           "cost_per_1k_cache_write": 0.0003,
                     *           "cost_per_1k_cache_read": 0.000025
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LlmProvider"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_llm_providers_resolve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "selector": "acme^gpt-5-mini",
                 *       "context": {
                 *         "task.kind": "search",
                 *         "tokens": 1200
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ResolveModel"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "provider_name": "acme",
                     *       "provider": "vendor_a",
                     *       "model_id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "model": "gpt-5-mini",
                     *       "base_url": "https://api.example.com/v1",
                     *       "vendor_a_api_mode": "auto",
                     *       "advanced_json": {
                     *         "temperature": 0.2
                     *       },
                     *       "multiplier": 1,
                     *       "cost_per_1k_input": 0.00025,
                     *       "cost_per_1k_output": 0.002,
                     *       "cost_per_1k_cache_write": 0.0003,
                     *       "cost_per_1k_cache_read": 0.000025,
                     *       "reason": "selector",
                     *       "skipped": [
                     *         {
                     *           "provider_name": "acme",
                     *           "model": "gpt-5-mini",
                     *           "reason": "when"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ResolvedModel"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_llm_providers_provider_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "provider": "vendor_a",
                     *       "name": "acme",
                     *       "key_prefix": "sk-l****3f9a",
                     *       "base_url": "https://api.example.com/v1",
                     *       "vendor_a_api_mode": "auto",
                     *       "advanced_json": {
                     *         "timeout_ms": 30000
                     *       },
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "models": [
                     *         {
                     *           "id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "model": "gpt-5-mini",
                     *           "priority": 10,
                     *           "is_default": true,
                     *           "tags": [
                     *             "fast"
                     *           ],
                     *           "when": {
                     *             "task.kind": "search"
                     *           },
                     *           "advanced_json": {
                     *             "temperature": 0.2
                     *           },
                     *           "multiplier": 1,
                     *           "cost_per_1k_input": 0.00025,
                     *           "cost_per_1k_output": 0.002,
                     *           "cost_per_1k_cache_write": 0.0003,
                     *           "cost_per_1k_cache_read": 0.000025
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LlmProvider"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_llm_providers_provider_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_llm_providers_provider_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "acme",
                 *       "provider": "vendor_a",
                 *       "api_key": "sk-live-3f9a7c21d4e8",
                 *       "base_url": "https://api.example.com/v1",
                 *       "vendor_a_api_mode": "auto",
                 *       "advanced_json": {
                 *         "temperature": 0.2
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateLlmProvider"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "provider": "vendor_a",
                     *       "name": "acme",
                     *       "key_prefix": "sk-l****3f9a",
                     *       "base_url": "https://api.example.com/v1",
                     *       "vendor_a_api_mode": "auto",
                     *       "advanced_json": {
                     *         "timeout_ms": 30000
                     *       },
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "models": [
                     *         {
                     *           "id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "model": "gpt-5-mini",
                     *           "priority": 10,
                     *           "is_default": true,
                     *           "tags": [
                     *             "fast"
                     *           ],
                     *           "when": {
                     *             "task.kind": "search"
                     *           },
                     *           "advanced_json": {
                     *             "temperature": 0.2
                     *           },
                     *           "multiplier": 1,
                     *           "cost_per_1k_input": 0.00025,
                     *           "cost_per_1k_output": 0.002,
                     *           "cost_per_1k_cache_write": 0.0003,
                     *           "cost_per_1k_cache_read": 0.000025
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LlmProvider"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_llm_providers_provider_id_available_models: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "models": [
                     *         {
                     *           "id": "gpt-5-mini",
                     *           "name": "GPT-5 mini",
                     *           "configured": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AvailableModels"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    post_llm_providers_provider_id_models: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-5-mini",
                 *       "priority": 0,
                 *       "is_default": false,
                 *       "tags": [],
                 *       "when": {},
                 *       "advanced_json": {},
                 *       "multiplier": 1,
                 *       "cost_per_1k_input": 0,
                 *       "cost_per_1k_output": 0,
                 *       "cost_per_1k_cache_write": null,
                 *       "cost_per_1k_cache_read": null
                 *     }
                 */
                "application/json": components["schemas"]["CreateLlmModel"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "model": "gpt-5-mini",
                     *       "priority": 10,
                     *       "is_default": true,
                     *       "tags": [
                     *         "fast"
                     *       ],
                     *       "when": {
                     *         "task.kind": "search"
                     *       },
                     *       "advanced_json": {
                     *         "temperature": 0.2
                     *       },
                     *       "multiplier": 1,
                     *       "cost_per_1k_input": 0.00025,
                     *       "cost_per_1k_output": 0.002,
                     *       "cost_per_1k_cache_write": 0.0003,
                     *       "cost_per_1k_cache_read": 0.000025
                     *     }
                     */
                    "application/json": components["schemas"]["LlmModel"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_llm_providers_provider_id_models_model_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
                /** @example llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "model": "gpt-5-mini",
                     *       "priority": 10,
                     *       "is_default": true,
                     *       "tags": [
                     *         "fast"
                     *       ],
                     *       "when": {
                     *         "task.kind": "search"
                     *       },
                     *       "advanced_json": {
                     *         "temperature": 0.2
                     *       },
                     *       "multiplier": 1,
                     *       "cost_per_1k_input": 0.00025,
                     *       "cost_per_1k_output": 0.002,
                     *       "cost_per_1k_cache_write": 0.0003,
                     *       "cost_per_1k_cache_read": 0.000025
                     *     }
                     */
                    "application/json": components["schemas"]["LlmModel"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_llm_providers_provider_id_models_model_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
                /** @example llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_llm_providers_provider_id_models_model_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                provider_id: string;
                /** @example llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                model_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-5-mini",
                 *       "priority": 10,
                 *       "is_default": true,
                 *       "tags": [
                 *         "fast"
                 *       ],
                 *       "when": {
                 *         "task.kind": "search",
                 *         "tokens": {
                 *           "gte": 1000
                 *         }
                 *       },
                 *       "advanced_json": {
                 *         "temperature": 0.2
                 *       },
                 *       "multiplier": 1,
                 *       "cost_per_1k_input": 0.002,
                 *       "cost_per_1k_output": 0.002,
                 *       "cost_per_1k_cache_write": 0.002,
                 *       "cost_per_1k_cache_read": 0.002
                 *     }
                 */
                "application/json": components["schemas"]["UpdateLlmModel"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "provider_id": "llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "model": "gpt-5-mini",
                     *       "priority": 10,
                     *       "is_default": true,
                     *       "tags": [
                     *         "fast"
                     *       ],
                     *       "when": {
                     *         "task.kind": "search"
                     *       },
                     *       "advanced_json": {
                     *         "temperature": 0.2
                     *       },
                     *       "multiplier": 1,
                     *       "cost_per_1k_input": 0.00025,
                     *       "cost_per_1k_output": 0.002,
                     *       "cost_per_1k_cache_write": 0.0003,
                     *       "cost_per_1k_cache_read": 0.000025
                     *     }
                     */
                    "application/json": components["schemas"]["LlmModel"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_mcp_configs: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "name": "issue-tracker",
                     *         "transport": "streamable_http",
                     *         "url": "https://mcp.example.com/mcp",
                     *         "has_auth": true,
                     *         "command": "",
                     *         "args": [],
                     *         "cwd": null,
                     *         "inherit_parent_env": false,
                     *         "call_timeout_ms": 10000,
                     *         "is_active": true,
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "updated_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["McpConfig"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_mcp_configs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "issue-tracker",
                 *       "transport": "streamable_http",
                 *       "url": "https://mcp.example.com/mcp",
                 *       "bearer_token": "mcp-token-3f9a7c21",
                 *       "call_timeout_ms": 10000
                 *     }
                 */
                "application/json": components["schemas"]["CreateMcpConfig"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "issue-tracker",
                     *       "transport": "streamable_http",
                     *       "url": "https://mcp.example.com/mcp",
                     *       "has_auth": true,
                     *       "command": "",
                     *       "args": [],
                     *       "cwd": null,
                     *       "inherit_parent_env": false,
                     *       "call_timeout_ms": 10000,
                     *       "is_active": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "updated_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["McpConfig"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_mcp_configs_config_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "issue-tracker",
                     *       "transport": "streamable_http",
                     *       "url": "https://mcp.example.com/mcp",
                     *       "has_auth": true,
                     *       "command": "",
                     *       "args": [],
                     *       "cwd": null,
                     *       "inherit_parent_env": false,
                     *       "call_timeout_ms": 10000,
                     *       "is_active": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "updated_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["McpConfig"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_mcp_configs_config_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_mcp_configs_config_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "issue-tracker",
                 *       "url": "https://mcp.example.com/mcp",
                 *       "bearer_token": "mcp-token-3f9a7c21",
                 *       "call_timeout_ms": 30000,
                 *       "is_active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMcpConfig"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "issue-tracker",
                     *       "transport": "streamable_http",
                     *       "url": "https://mcp.example.com/mcp",
                     *       "has_auth": true,
                     *       "command": "",
                     *       "args": [],
                     *       "cwd": null,
                     *       "inherit_parent_env": false,
                     *       "call_timeout_ms": 10000,
                     *       "is_active": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "updated_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["McpConfig"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_mcp_configs_config_id_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                config_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TestMcpConfig"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "transport": "streamable_http",
                     *       "protocol_version": "2025-11-25",
                     *       "server_name": "issue-tracker",
                     *       "server_version": "2.1.0",
                     *       "tool_count": 13,
                     *       "tool_names": [
                     *         "search_issues",
                     *         "create_issue"
                     *       ],
                     *       "latency_ms": 84,
                     *       "failure": null,
                     *       "message": "The server speaks MCP 2025-11-25 and has 13 tools."
                     *     }
                     */
                    "application/json": components["schemas"]["McpConfigTest"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_config_entries: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key": "web_search.provider",
                     *         "value": "web_search.keyed",
                     *         "is_set": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConfigEntry"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_config_entries_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example web_search.provider */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "web_search.provider",
                     *       "value": "web_search.keyed",
                     *       "is_set": true
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigEntry"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_admin_config_entries_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example web_search.provider */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "web_search.keyed"
                 *     }
                 */
                "application/json": components["schemas"]["PutConfigEntry"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "web_search.provider",
                     *       "value": "web_search.keyed",
                     *       "is_set": true
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigEntry"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_admin_config_entries_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example web_search.provider */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_secret_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key_id": "8ad42741aced",
                     *         "is_current": true,
                     *         "is_known": true,
                     *         "secret_count": 12
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SecretKey"][];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "plans": {},
                     *       "feature_flags": {},
                     *       "config_entries": {},
                     *       "tool_providers": {},
                     *       "gateway_config": {
                     *         "ip_mode": "proxy",
                     *         "trusted_cidrs": [
                     *           "203.0.113.0/24"
                     *         ],
                     *         "risk_reject_threshold": 0.75
                     *       },
                     *       "email_config": {
                     *         "from": "Plinth <noreply@example.com>",
                     *         "smtp_host": "smtp.example.com",
                     *         "smtp_port": 587,
                     *         "smtp_user": "noreply@example.com",
                     *         "smtp_tls_mode": "starttls",
                     *         "smtp_pass": {
                     *           "$secret": {
                     *             "set": true,
                     *             "fingerprint": "wPq2yAn1rJtv0cQkB6mZ3Q"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformConfiguration"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_admin_config: {
        parameters: {
            query?: {
                /** @description Whether to make the change even if it shuts out your own address. */
                confirm?: "true" | "false";
                /** @description How many entries may be deleted. Up to 20 may always be. */
                allow_deletes?: number;
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "version": 1,
                 *         "tool_providers": {
                 *           "web_search.selfhosted": {
                 *             "is_active": true,
                 *             "base_url": "https://search.example.com"
                 *           }
                 *         }
                 *       },
                 *       "mode": "merge",
                 *       "sections": [
                 *         "tool_providers"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "section": "feature_flags",
                     *           "key": "research.deep_mode",
                     *           "before": {
                     *             "description": "",
                     *             "default_value": true
                     *           },
                     *           "after": {
                     *             "description": "",
                     *             "default_value": true
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "reason": "deletion",
                     *           "section": "plans",
                     *           "key": "team",
                     *           "message": "12 active subscriptions have this plan and get its new entitlements at once."
                     *         }
                     *       ],
                     *       "base": "\"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg\"",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *       "revision": 7
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedConfiguration"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_config_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "version": 1,
                 *         "tool_providers": {
                 *           "web_search.selfhosted": {
                 *             "is_active": true,
                 *             "base_url": "https://search.example.com"
                 *           }
                 *         }
                 *       },
                 *       "mode": "merge",
                 *       "sections": [
                 *         "tool_providers"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "section": "feature_flags",
                     *           "key": "research.deep_mode",
                     *           "before": {
                     *             "description": "",
                     *             "default_value": true
                     *           },
                     *           "after": {
                     *             "description": "",
                     *             "default_value": true
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "reason": "deletion",
                     *           "section": "plans",
                     *           "key": "team",
                     *           "message": "12 active subscriptions have this plan and get its new entitlements at once."
                     *         }
                     *       ],
                     *       "base": "\"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg\"",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigurationPlan"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_config_revisions: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "number": 7,
                     *         "kind": "found",
                     *         "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *         "change_count": 3,
                     *         "restored_from": null,
                     *         "actor_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "actor_api_key_id": null,
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConfigurationRevision"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_config_revisions_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 3 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": 7,
                     *       "kind": "found",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *       "change_count": 3,
                     *       "restored_from": null,
                     *       "actor_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "actor_api_key_id": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "document": {
                     *         "version": 1,
                     *         "plans": {},
                     *         "feature_flags": {},
                     *         "config_entries": {},
                     *         "tool_providers": {},
                     *         "gateway_config": {
                     *           "ip_mode": "proxy",
                     *           "trusted_cidrs": [
                     *             "203.0.113.0/24"
                     *           ],
                     *           "risk_reject_threshold": 0.75
                     *         },
                     *         "email_config": {
                     *           "from": "Plinth <noreply@example.com>",
                     *           "smtp_host": "smtp.example.com",
                     *           "smtp_port": 587,
                     *           "smtp_user": "noreply@example.com",
                     *           "smtp_tls_mode": "starttls",
                     *           "smtp_pass": {
                     *             "$secret": {
                     *               "set": true,
                     *               "fingerprint": "wPq2yAn1rJtv0cQkB6mZ3Q"
                     *             }
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformRevision"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_config_revisions_number_restore: {
        parameters: {
            query?: {
                /** @description Whether to make the change even if it shuts out your own address. */
                confirm?: "true" | "false";
                /** @description How many entries may be deleted. Up to 20 may always be. */
                allow_deletes?: number;
            };
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example 3 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "section": "feature_flags",
                     *           "key": "research.deep_mode",
                     *           "before": {
                     *             "description": "",
                     *             "default_value": true
                     *           },
                     *           "after": {
                     *             "description": "",
                     *             "default_value": true
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "reason": "deletion",
                     *           "section": "plans",
                     *           "key": "team",
                     *           "message": "12 active subscriptions have this plan and get its new entitlements at once."
                     *         }
                     *       ],
                     *       "base": "\"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg\"",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *       "revision": 7
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedConfiguration"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "feature_flag_overrides": {},
                     *       "entitlement_overrides": {},
                     *       "tool_providers": {},
                     *       "llm_providers": {},
                     *       "mcp_configs": {},
                     *       "ip_rules": {},
                     *       "webhook_endpoints": {}
                     *     }
                     */
                    "application/json": components["schemas"]["OrgConfiguration"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_orgs_org_id_config: {
        parameters: {
            query?: {
                /** @description Whether to make the change even if it shuts out your own address. */
                confirm?: "true" | "false";
                /** @description How many entries may be deleted. Up to 20 may always be. */
                allow_deletes?: number;
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "version": 1,
                 *         "tool_providers": {
                 *           "web_search.selfhosted": {
                 *             "is_active": true,
                 *             "base_url": "https://search.example.com"
                 *           }
                 *         }
                 *       },
                 *       "mode": "merge",
                 *       "sections": [
                 *         "tool_providers"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "section": "feature_flags",
                     *           "key": "research.deep_mode",
                     *           "before": {
                     *             "description": "",
                     *             "default_value": true
                     *           },
                     *           "after": {
                     *             "description": "",
                     *             "default_value": true
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "reason": "deletion",
                     *           "section": "plans",
                     *           "key": "team",
                     *           "message": "12 active subscriptions have this plan and get its new entitlements at once."
                     *         }
                     *       ],
                     *       "base": "\"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg\"",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *       "revision": 7
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedConfiguration"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_orgs_org_id_config_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "version": 1,
                 *         "tool_providers": {
                 *           "web_search.selfhosted": {
                 *             "is_active": true,
                 *             "base_url": "https://search.example.com"
                 *           }
                 *         }
                 *       },
                 *       "mode": "merge",
                 *       "sections": [
                 *         "tool_providers"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "section": "feature_flags",
                     *           "key": "research.deep_mode",
                     *           "before": {
                     *             "description": "",
                     *             "default_value": true
                     *           },
                     *           "after": {
                     *             "description": "",
                     *             "default_value": true
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "reason": "deletion",
                     *           "section": "plans",
                     *           "key": "team",
                     *           "message": "12 active subscriptions have this plan and get its new entitlements at once."
                     *         }
                     *       ],
                     *       "base": "\"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg\"",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigurationPlan"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_config_revisions: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "number": 7,
                     *         "kind": "found",
                     *         "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *         "change_count": 3,
                     *         "restored_from": null,
                     *         "actor_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "actor_api_key_id": null,
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConfigurationRevision"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_config_revisions_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example 3 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": 7,
                     *       "kind": "found",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *       "change_count": 3,
                     *       "restored_from": null,
                     *       "actor_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "actor_api_key_id": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "document": {
                     *         "version": 1,
                     *         "feature_flag_overrides": {},
                     *         "entitlement_overrides": {},
                     *         "tool_providers": {},
                     *         "llm_providers": {},
                     *         "mcp_configs": {},
                     *         "ip_rules": {},
                     *         "webhook_endpoints": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrgRevision"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_orgs_org_id_config_revisions_number_restore: {
        parameters: {
            query?: {
                /** @description Whether to make the change even if it shuts out your own address. */
                confirm?: "true" | "false";
                /** @description How many entries may be deleted. Up to 20 may always be. */
                allow_deletes?: number;
            };
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example 3 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "action": "create",
                     *           "section": "feature_flags",
                     *           "key": "research.deep_mode",
                     *           "before": {
                     *             "description": "",
                     *             "default_value": true
                     *           },
                     *           "after": {
                     *             "description": "",
                     *             "default_value": true
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "reason": "deletion",
                     *           "section": "plans",
                     *           "key": "team",
                     *           "message": "12 active subscriptions have this plan and get its new entitlements at once."
                     *         }
                     *       ],
                     *       "base": "\"p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg\"",
                     *       "hash": "p0dVCY6nXv1Wk0S1QO2xVbT4rNfY5Zc8uQkE7aMh3Lg",
                     *       "revision": 7
                     *     }
                     */
                    "application/json": components["schemas"]["AppliedConfiguration"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_plans: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "name": "team",
                     *         "display_name": "Team",
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "entitlements": [
                     *           {
                     *             "id": "ent_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *             "key": "credits.monthly_grant",
                     *             "value": "5000",
                     *             "value_type": "integer"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Plan"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_plans: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "team",
                 *       "display_name": "Team",
                 *       "entitlements": []
                 *     }
                 */
                "application/json": components["schemas"]["CreatePlan"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "team",
                     *       "display_name": "Team",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "entitlements": [
                     *         {
                     *           "id": "ent_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "key": "credits.monthly_grant",
                     *           "value": "5000",
                     *           "value_type": "integer"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_plans_subscriber_counts: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description Only this plan. */
                plan_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "subscriber_count": 12
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SubscriberCount"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_plans_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "team",
                     *       "display_name": "Team",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "entitlements": [
                     *         {
                     *           "id": "ent_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "key": "credits.monthly_grant",
                     *           "value": "5000",
                     *           "value_type": "integer"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Plan"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_plans_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_plans_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Team",
                 *       "entitlements": [
                 *         {
                 *           "key": "credits.monthly_grant",
                 *           "value": "5000",
                 *           "value_type": "integer"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePlan"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "name": "team",
                     *       "display_name": "Team",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "entitlements": [
                     *         {
                     *           "id": "ent_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "key": "credits.monthly_grant",
                     *           "value": "5000",
                     *           "value_type": "integer"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Plan"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_subscriptions: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "status": "active",
                     *         "current_period_start": "2026-11-21T07:00:00.000Z",
                     *         "current_period_end": "2026-12-21T07:00:00.000Z",
                     *         "cancelled_at": null,
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Subscription"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_subscriptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "current_period_start": "2026-11-21T07:00:00.000Z",
                 *       "current_period_end": "2026-12-21T07:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubscription"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "status": "active",
                     *       "current_period_start": "2026-11-21T07:00:00.000Z",
                     *       "current_period_end": "2026-12-21T07:00:00.000Z",
                     *       "cancelled_at": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_subscriptions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "status": "active",
                     *       "current_period_start": "2026-11-21T07:00:00.000Z",
                     *       "current_period_end": "2026-12-21T07:00:00.000Z",
                     *       "cancelled_at": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_subscriptions_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "status": "active",
                     *       "current_period_start": "2026-11-21T07:00:00.000Z",
                     *       "current_period_end": "2026-12-21T07:00:00.000Z",
                     *       "cancelled_at": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_entitlement_overrides: {
        parameters: {
            query: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                org_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "key": "credits.monthly_grant",
                     *         "value": "5000",
                     *         "value_type": "integer",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "reason": "Pilot until March",
                     *         "expires_at": "2026-11-21T07:00:00.000Z",
                     *         "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EntitlementOverride"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_entitlement_overrides: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "credits.monthly_grant",
                 *       "value": "5000",
                 *       "value_type": "integer",
                 *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "reason": "Pilot until March",
                 *       "expires_at": "2026-11-21T07:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateEntitlementOverride"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "key": "credits.monthly_grant",
                     *       "value": "5000",
                     *       "value_type": "integer",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "reason": "Pilot until March",
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EntitlementOverride"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "key": "credits.monthly_grant",
                     *       "value": "5000",
                     *       "value_type": "integer",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "reason": "Pilot until March",
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EntitlementOverride"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_entitlement_overrides_id: {
        parameters: {
            query: {
                org_id: string;
            };
            header?: never;
            path: {
                /** @example ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "key": "credits.monthly_grant",
                     *       "value": "5000",
                     *       "value_type": "integer",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "reason": "Pilot until March",
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EntitlementOverride"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_entitlement_overrides_id: {
        parameters: {
            query: {
                org_id: string;
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example ovr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_entitlements: {
        parameters: {
            query: {
                org_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key": "credits.monthly_grant",
                     *         "value": "5000",
                     *         "value_type": "integer",
                     *         "source": "override",
                     *         "unlimited": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EffectiveEntitlement"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_feature_flags: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "key": "research.deep_mode",
                     *         "description": "Longer runs with more sources",
                     *         "default_value": true,
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FeatureFlag"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_feature_flags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "research.deep_mode",
                 *       "description": "Longer runs with more sources",
                 *       "default_value": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateFeatureFlag"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "key": "research.deep_mode",
                     *       "description": "Longer runs with more sources",
                     *       "default_value": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_feature_flags_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example research.deep_mode */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "key": "research.deep_mode",
                     *       "description": "Longer runs with more sources",
                     *       "default_value": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_feature_flags_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example research.deep_mode */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_feature_flags_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example research.deep_mode */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Longer runs with more sources",
                 *       "default_value": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateFeatureFlag"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "key": "research.deep_mode",
                     *       "description": "Longer runs with more sources",
                     *       "default_value": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FeatureFlag"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_feature_flags_key_org_overrides: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example research.deep_mode */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "flag_key": "research.deep_mode",
                     *         "enabled": true,
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FeatureFlagOverride"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_feature_flags_key_org_overrides: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example research.deep_mode */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["PutFeatureFlagOverride"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "flag_key": "research.deep_mode",
                     *       "enabled": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FeatureFlagOverride"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "flag_key": "research.deep_mode",
                     *       "enabled": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FeatureFlagOverride"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_feature_flags_key_org_overrides_org_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example research.deep_mode */
                key: string;
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "flag_key": "research.deep_mode",
                     *       "enabled": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FeatureFlagOverride"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_feature_flags_key_org_overrides_org_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example research.deep_mode */
                key: string;
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_feature_flags_key_evaluate: {
        parameters: {
            query?: {
                /** @description The caller's own org by default. */
                org_id?: string;
            };
            header?: never;
            path: {
                /** @example research.deep_mode */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "research.deep_mode",
                     *       "value": true,
                     *       "reason": "override"
                     *     }
                     */
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_ofrep_evaluate_flags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "context": {
                 *         "targetingKey": "usr_42"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OfrepEvaluate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "flags": [
                     *         {
                     *           "key": "research.deep_mode",
                     *           "value": true,
                     *           "reason": "STATIC",
                     *           "variant": "default"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OfrepBulkEvaluated"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OfrepError400"];
            401: components["responses"]["OfrepError401"];
            403: components["responses"]["OfrepError403"];
            409: components["responses"]["OfrepError409"];
            413: components["responses"]["OfrepError413"];
            422: components["responses"]["OfrepError422"];
            429: components["responses"]["OfrepError429"];
            500: components["responses"]["OfrepError500"];
            503: components["responses"]["OfrepError503"];
        };
    };
    post_ofrep_evaluate_flags_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example research.deep_mode */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "context": {
                 *         "targetingKey": "usr_42"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OfrepEvaluate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "research.deep_mode",
                     *       "value": true,
                     *       "reason": "STATIC",
                     *       "variant": "default"
                     *     }
                     */
                    "application/json": components["schemas"]["OfrepEvaluated"];
                };
            };
            400: components["responses"]["OfrepError400"];
            401: components["responses"]["OfrepError401"];
            403: components["responses"]["OfrepError403"];
            404: components["responses"]["OfrepError404"];
            409: components["responses"]["OfrepError409"];
            413: components["responses"]["OfrepError413"];
            422: components["responses"]["OfrepError422"];
            429: components["responses"]["OfrepError429"];
            500: components["responses"]["OfrepError500"];
            503: components["responses"]["OfrepError503"];
        };
    };
    post_runtime_runs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "status": "completed",
                 *       "model": "gpt-5-mini",
                 *       "persona_id": null,
                 *       "provider_kind": "vendor_a",
                 *       "credential_name": "openai-main",
                 *       "persona_model": "openai-main^gpt-5-mini",
                 *       "duration_ms": 5210,
                 *       "total_input_tokens": 1830,
                 *       "total_output_tokens": 412,
                 *       "total_cost_usd": 0.0042,
                 *       "created_at": "2026-11-21T07:00:00.000Z",
                 *       "completed_at": "2026-11-21T07:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReportRun"] | components["schemas"]["ReportRun"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "runs": [
                     *         {
                     *           "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "status": "completed",
                     *           "credits_used": 5,
                     *           "shortfall": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReportedRuns"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 100
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedReports"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_runs_rejected: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                org_id?: string;
                /** @description Only rows of this time or later. */
                from?: string;
                /** @description Only rows before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "rej_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "reason": "runs.other_org",
                     *         "report": {
                     *           "status": "completed"
                     *         },
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RejectedReport"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_runs: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description A page looks at 2,000 runs at most. So it may be shorter than `limit`, or empty, while `Next-Cursor` says that more runs follow. */
                status?: "queued" | "running" | "completed" | "failed" | "cancelled";
                /** @description A page looks at 2,000 runs at most. So it may be shorter than `limit`, or empty, while `Next-Cursor` says that more runs follow. */
                model?: string;
                /** @description The same as `from`. */
                since?: string;
                /** @description Only runs that began at this time or later. */
                from?: string;
                /** @description Only runs that began before this time. */
                to?: string;
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "status": "completed",
                     *         "model": "gpt-5-mini",
                     *         "persona_id": null,
                     *         "provider_kind": "vendor_a",
                     *         "credential_name": "openai-main",
                     *         "persona_model": "openai-main^gpt-5-mini",
                     *         "duration_ms": 5210,
                     *         "total_input_tokens": 1830,
                     *         "total_output_tokens": 412,
                     *         "total_cost_usd": 0.0042,
                     *         "credits_used": 5,
                     *         "shortfall": 0,
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "completed_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Run"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_runs_run_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "status": "completed",
                     *       "model": "gpt-5-mini",
                     *       "persona_id": null,
                     *       "provider_kind": "vendor_a",
                     *       "credential_name": "openai-main",
                     *       "persona_model": "openai-main^gpt-5-mini",
                     *       "duration_ms": 5210,
                     *       "total_input_tokens": 1830,
                     *       "total_output_tokens": 412,
                     *       "total_cost_usd": 0.0042,
                     *       "credits_used": 5,
                     *       "shortfall": 0,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "completed_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_runs: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description A page looks at 2,000 runs at most. So it may be shorter than `limit`, or empty, while `Next-Cursor` says that more runs follow. */
                status?: "queued" | "running" | "completed" | "failed" | "cancelled";
                /** @description A page looks at 2,000 runs at most. So it may be shorter than `limit`, or empty, while `Next-Cursor` says that more runs follow. */
                model?: string;
                /** @description The same as `from`. */
                since?: string;
                /** @description Only runs that began at this time or later. */
                from?: string;
                /** @description Only runs that began before this time. */
                to?: string;
            };
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "status": "completed",
                     *         "model": "gpt-5-mini",
                     *         "persona_id": null,
                     *         "provider_kind": "vendor_a",
                     *         "credential_name": "openai-main",
                     *         "persona_model": "openai-main^gpt-5-mini",
                     *         "duration_ms": 5210,
                     *         "total_input_tokens": 1830,
                     *         "total_output_tokens": 412,
                     *         "total_cost_usd": 0.0042,
                     *         "credits_used": 5,
                     *         "shortfall": 0,
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "completed_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Run"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_runs_run_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
                /** @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "status": "completed",
                     *       "model": "gpt-5-mini",
                     *       "persona_id": null,
                     *       "provider_kind": "vendor_a",
                     *       "credential_name": "openai-main",
                     *       "persona_model": "openai-main^gpt-5-mini",
                     *       "duration_ms": 5210,
                     *       "total_input_tokens": 1830,
                     *       "total_output_tokens": 412,
                     *       "total_cost_usd": 0.0042,
                     *       "credits_used": 5,
                     *       "shortfall": 0,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "completed_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_usage_daily: {
        parameters: {
            query: {
                start: string;
                end: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-11-21",
                     *         "input_tokens": 18300,
                     *         "output_tokens": 18300,
                     *         "cost_usd": 0.42,
                     *         "run_count": 10
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DayUsage"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_usage_summary: {
        parameters: {
            query?: {
                /** @description The current UTC year by default. */
                year?: number;
                /** @description The current UTC month by default. */
                month?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "year": 2026,
                     *       "month": 11,
                     *       "total_input_tokens": 18300,
                     *       "total_output_tokens": 18300,
                     *       "total_cost_usd": 0.42,
                     *       "run_count": 10
                     *     }
                     */
                    "application/json": components["schemas"]["MonthUsage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_usage_by_model: {
        parameters: {
            query?: {
                /** @description The current UTC year by default. */
                year?: number;
                /** @description The current UTC month by default. */
                month?: number;
                /** @description With `end`: a range of days instead of a month. */
                start?: string;
                /** @description The last day of the range. */
                end?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "model": "gpt-5-mini",
                     *         "input_tokens": 18300,
                     *         "output_tokens": 18300,
                     *         "cost_usd": 0.42,
                     *         "run_count": 10
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ModelUsage"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_usage_activity: {
        parameters: {
            query: {
                start: string;
                end: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-11-21",
                     *         "active_users": 12,
                     *         "active_orgs": 3,
                     *         "run_count": 10,
                     *         "failed_run_count": 1,
                     *         "median_duration_ms": 5210
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DayActivity"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_usage_verify: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "date": "2026-11-21"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyUsage"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "date": "2026-11-21",
                     *       "run_count": 10,
                     *       "differences": [
                     *         {
                     *           "scope": "platform",
                     *           "model": "gpt-5-mini",
                     *           "recorded": {
                     *             "input_tokens": 18300,
                     *             "output_tokens": 18300,
                     *             "cost_usd": 0.42,
                     *             "run_count": 10
                     *           },
                     *           "derived": {
                     *             "input_tokens": 18300,
                     *             "output_tokens": 18300,
                     *             "cost_usd": 0.42,
                     *             "run_count": 10
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsageVerification"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_usage_daily: {
        parameters: {
            query: {
                start: string;
                end: string;
            };
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-11-21",
                     *         "input_tokens": 18300,
                     *         "output_tokens": 18300,
                     *         "cost_usd": 0.42,
                     *         "run_count": 10
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DayUsage"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_usage_summary: {
        parameters: {
            query?: {
                /** @description The current UTC year by default. */
                year?: number;
                /** @description The current UTC month by default. */
                month?: number;
            };
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "year": 2026,
                     *       "month": 11,
                     *       "total_input_tokens": 18300,
                     *       "total_output_tokens": 18300,
                     *       "total_cost_usd": 0.42,
                     *       "run_count": 10
                     *     }
                     */
                    "application/json": components["schemas"]["MonthUsage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_usage_by_model: {
        parameters: {
            query?: {
                /** @description The current UTC year by default. */
                year?: number;
                /** @description The current UTC month by default. */
                month?: number;
                /** @description With `end`: a range of days instead of a month. */
                start?: string;
                /** @description The last day of the range. */
                end?: string;
            };
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "model": "gpt-5-mini",
                     *         "input_tokens": 18300,
                     *         "output_tokens": 18300,
                     *         "cost_usd": 0.42,
                     *         "run_count": 10
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ModelUsage"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_orgs_org_id_usage_activity: {
        parameters: {
            query: {
                start: string;
                end: string;
            };
            header?: never;
            path: {
                /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-11-21",
                     *         "active_users": 12,
                     *         "active_orgs": 3,
                     *         "run_count": 10,
                     *         "failed_run_count": 1,
                     *         "median_duration_ms": 5210
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DayActivity"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_dashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total_users": 160,
                     *       "active_users_30d": 120,
                     *       "total_runs": 4200,
                     *       "runs_today": 70,
                     *       "total_input_tokens": 7800000,
                     *       "total_output_tokens": 1900000,
                     *       "total_cost_usd": 812.42,
                     *       "active_orgs": 41
                     *     }
                     */
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_credits: {
        parameters: {
            query: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                type?: "admin_adjustment" | "admin_bulk_adjustment" | "admin_reset" | "consumption" | "monthly_grant" | "redemption" | "initial_grant" | "referral_reward" | "invitee_reward";
                /** @description With `reference_id`: what the entries are for. */
                reference_type?: string;
                reference_id?: string;
                /** @description Only rows of this time or later. */
                from?: string;
                /** @description Only rows before this time. */
                to?: string;
                org_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "balance": 4988,
                     *       "transactions": [
                     *         {
                     *           "id": "led_01JD6Z5W3T9V7K2M4N8P0Q1R2S_00000042",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "amount": -12,
                     *           "balance_after": 4988,
                     *           "type": "consumption",
                     *           "reference_type": "run",
                     *           "reference_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "note": null,
                     *           "actor_user_id": null,
                     *           "created_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Credits"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_credits_balances: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description Which balances come first. */
                order?: "lowest" | "highest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_name": "Analytical Engines",
                     *         "balance": 12
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OrgBalance"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_credits_adjust: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *       "amount": 500,
                 *       "note": "Goodwill after the outage"
                 *     }
                 */
                "application/json": components["schemas"]["AdjustCredits"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "balance": 4988
                     *     }
                     */
                    "application/json": components["schemas"]["Balance"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_credits_bulk_adjust: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500,
                 *       "note": "Goodwill after the outage"
                 *     }
                 */
                "application/json": components["schemas"]["BulkAdjustCredits"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "affected": 48
                     *     }
                     */
                    "application/json": components["schemas"]["Affected"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_credits_reset_all: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Goodwill after the outage"
                 *     }
                 */
                "application/json": components["schemas"]["ResetCredits"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "affected": 48
                     *     }
                     */
                    "application/json": components["schemas"]["Affected"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_credits_verify: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from_start": false
                 *     }
                 */
                "application/json": components["schemas"]["VerifyCredits"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "org_count": 48,
                     *       "differences": [
                     *         {
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "balance": 4988,
                     *           "ledger_sum": 4990,
                     *           "entry_count": 42,
                     *           "ledger_count": 42
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Verification"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_redemption_codes_batch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "count": 100,
                 *       "type": "credits",
                 *       "value": "500",
                 *       "max_uses": 1,
                 *       "expires_at": "2126-11-21T07:00:00.000Z",
                 *       "batch_id": "spring-campaign"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRedemptionCodes"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "code": "K7QM-2XWP-9DRA-H4TB",
                     *         "type": "credits",
                     *         "value": "500",
                     *         "max_uses": 1,
                     *         "use_count": 0,
                     *         "expires_at": "2026-11-21T07:00:00.000Z",
                     *         "is_active": true,
                     *         "batch_id": "spring-campaign",
                     *         "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RedemptionCode"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_redemption_codes: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description A code, or part of a code or of a `batch_id`. */
                q?: string;
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "code": "K7QM-2XWP-9DRA-H4TB",
                     *         "type": "credits",
                     *         "value": "500",
                     *         "max_uses": 1,
                     *         "use_count": 0,
                     *         "expires_at": "2026-11-21T07:00:00.000Z",
                     *         "is_active": true,
                     *         "batch_id": "spring-campaign",
                     *         "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RedemptionCode"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_redemption_codes_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "code": "K7QM-2XWP-9DRA-H4TB",
                     *       "type": "credits",
                     *       "value": "500",
                     *       "max_uses": 1,
                     *       "use_count": 0,
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "is_active": true,
                     *       "batch_id": "spring-campaign",
                     *       "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RedemptionCode"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_admin_redemption_codes_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "is_active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateRedemptionCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "code": "K7QM-2XWP-9DRA-H4TB",
                     *       "type": "credits",
                     *       "value": "500",
                     *       "max_uses": 1,
                     *       "use_count": 0,
                     *       "expires_at": "2026-11-21T07:00:00.000Z",
                     *       "is_active": true,
                     *       "batch_id": "spring-campaign",
                     *       "created_by_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RedemptionCode"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_invite_codes: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description Part of the code, or of its owner's login or e-mail address. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "code": "K7WPX2QM",
                     *         "max_uses": 0,
                     *         "use_count": 3,
                     *         "is_active": true,
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "user_login": "ada",
                     *         "user_email": "ada@example.com"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["InviteCode"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_invite_codes_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "code": "K7WPX2QM",
                     *       "max_uses": 0,
                     *       "use_count": 3,
                     *       "is_active": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "user_login": "ada",
                     *       "user_email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["InviteCode"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_admin_invite_codes_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "max_uses": 10,
                 *       "is_active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateInviteCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "code": "K7WPX2QM",
                     *       "max_uses": 0,
                     *       "use_count": 3,
                     *       "is_active": true,
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "user_login": "ada",
                     *       "user_email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["InviteCode"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_referrals: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                inviter_user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ref_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "inviter_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "invitee_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "invite_code_id": "inv_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "credited": true,
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "inviter_login": "ada",
                     *         "invitee_login": "charles"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Referral"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_referrals_tree: {
        parameters: {
            query: {
                /** @description The most nodes of an answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                user_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "login": "ada",
                     *         "inviter_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "depth": 1,
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReferralTreeNode"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_notifications: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description Only unread notifications. */
                unread_only?: boolean;
                /** @description Only notifications of this type. `broadcast` means those of all broadcasts. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The number of your unread notifications */
                    "X-Unread-Count"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ntf_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "type": "broadcast",
                     *           "title": "Maintenance on Saturday",
                     *           "body": "Runs pause from 06:00 to 06:30 UTC.",
                     *           "payload": {
                     *             "broadcast_type": "announcement"
                     *           },
                     *           "read_at": null,
                     *           "created_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Notifications"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_notifications: {
        parameters: {
            query?: {
                /** @description Only notifications of this type. `broadcast` means those of all broadcasts. */
                type?: string;
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "count": 3
                     *     }
                     */
                    "application/json": components["schemas"]["MarkedRead"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_notifications_notification_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ntf_01JD6Z5W3T9V7K2M4N8P0Q1R2S_42 */
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ntf_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "broadcast",
                     *       "title": "Maintenance on Saturday",
                     *       "body": "Runs pause from 06:00 to 06:30 UTC.",
                     *       "payload": {
                     *         "broadcast_type": "announcement"
                     *       },
                     *       "read_at": null,
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_notifications_notification_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example ntf_01JD6Z5W3T9V7K2M4N8P0Q1R2S_42 */
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_notifications_broadcasts: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "brd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "type": "announcement",
                     *         "title": "Maintenance on Saturday",
                     *         "body": "Runs pause from 06:00 to 06:30 UTC.",
                     *         "target_type": "all",
                     *         "target_id": null,
                     *         "payload": {
                     *           "url": "https://status.example.com"
                     *         },
                     *         "status": "pending",
                     *         "sent_count": 0,
                     *         "recipient_count": null,
                     *         "created_by": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Broadcast"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_notifications_broadcasts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "announcement",
                 *       "title": "Maintenance on Saturday",
                 *       "body": "Runs pause from 06:00 to 06:30 UTC.",
                 *       "target": "all",
                 *       "payload": {}
                 *     }
                 */
                "application/json": components["schemas"]["CreateBroadcast"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "brd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "announcement",
                     *       "title": "Maintenance on Saturday",
                     *       "body": "Runs pause from 06:00 to 06:30 UTC.",
                     *       "target_type": "all",
                     *       "target_id": null,
                     *       "payload": {
                     *         "url": "https://status.example.com"
                     *       },
                     *       "status": "pending",
                     *       "sent_count": 0,
                     *       "recipient_count": null,
                     *       "created_by": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_notifications_broadcasts_broadcast_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example brd_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                broadcast_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "brd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "announcement",
                     *       "title": "Maintenance on Saturday",
                     *       "body": "Runs pause from 06:00 to 06:30 UTC.",
                     *       "target_type": "all",
                     *       "target_id": null,
                     *       "payload": {
                     *         "url": "https://status.example.com"
                     *       },
                     *       "status": "pending",
                     *       "sent_count": 0,
                     *       "recipient_count": null,
                     *       "created_by": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Broadcast"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_admin_notifications_broadcasts_broadcast_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example brd_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                broadcast_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_email_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configured": true,
                     *       "from": "Plinth <noreply@example.com>",
                     *       "source": "db"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailStatus"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_email_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "Plinth <noreply@example.com>",
                     *       "smtp_host": "smtp.example.com",
                     *       "smtp_port": 587,
                     *       "smtp_user": "noreply@example.com",
                     *       "smtp_pass_set": true,
                     *       "smtp_tls_mode": "starttls"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailConfig"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_admin_email_config: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "Plinth <noreply@example.com>",
                 *       "smtp_host": "smtp.example.com",
                 *       "smtp_port": 587,
                 *       "smtp_user": "noreply@example.com",
                 *       "smtp_pass": "a long password",
                 *       "smtp_tls_mode": "starttls"
                 *     }
                 */
                "application/json": components["schemas"]["PutEmailConfig"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_email_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["TestEmail"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    get_webhook_endpoints: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "url": "https://hooks.example.com/plinth",
                     *         "events": [
                     *           "run.completed",
                     *           "run.failed"
                     *         ],
                     *         "enabled": true,
                     *         "disabled_reason": null,
                     *         "public_key": "whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=",
                     *         "previous_public_key": null,
                     *         "previous_key_until": null,
                     *         "has_secret": true,
                     *         "success_rate": 0.98,
                     *         "last_failure": {
                     *           "at": "2026-11-21T07:00:00.000Z",
                     *           "status_code": 500,
                     *           "error": "status.500"
                     *         },
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_webhook_endpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/plinth",
                 *       "events": [
                 *         "run.completed",
                 *         "run.failed"
                 *       ],
                 *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "url": "https://hooks.example.com/plinth",
                     *       "events": [
                     *         "run.completed",
                     *         "run.failed"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "public_key": "whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=",
                     *       "previous_public_key": null,
                     *       "previous_key_until": null,
                     *       "has_secret": true,
                     *       "success_rate": 0.98,
                     *       "last_failure": {
                     *         "at": "2026-11-21T07:00:00.000Z",
                     *         "status_code": 500,
                     *         "error": "status.500"
                     *       },
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_webhook_endpoints_endpoint_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "url": "https://hooks.example.com/plinth",
                     *       "events": [
                     *         "run.completed",
                     *         "run.failed"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "public_key": "whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=",
                     *       "previous_public_key": null,
                     *       "previous_key_until": null,
                     *       "has_secret": true,
                     *       "success_rate": 0.98,
                     *       "last_failure": {
                     *         "at": "2026-11-21T07:00:00.000Z",
                     *         "status_code": 500,
                     *         "error": "status.500"
                     *       },
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_webhook_endpoints_endpoint_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_webhook_endpoints_endpoint_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "url": "https://hooks.example.com/plinth",
                 *       "events": [
                 *         "run.completed",
                 *         "run.failed"
                 *       ],
                 *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "url": "https://hooks.example.com/plinth",
                     *       "events": [
                     *         "run.completed",
                     *         "run.failed"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "public_key": "whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=",
                     *       "previous_public_key": null,
                     *       "previous_key_until": null,
                     *       "has_secret": true,
                     *       "success_rate": 0.98,
                     *       "last_failure": {
                     *         "at": "2026-11-21T07:00:00.000Z",
                     *         "status_code": 500,
                     *         "error": "status.500"
                     *       },
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_webhook_endpoints_endpoint_id_rotate_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "url": "https://hooks.example.com/plinth",
                     *       "events": [
                     *         "run.completed",
                     *         "run.failed"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "public_key": "whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=",
                     *       "previous_public_key": null,
                     *       "previous_key_until": null,
                     *       "has_secret": true,
                     *       "success_rate": 0.98,
                     *       "last_failure": {
                     *         "at": "2026-11-21T07:00:00.000Z",
                     *         "status_code": 500,
                     *         "error": "status.500"
                     *       },
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoint"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_webhook_endpoints_endpoint_id_deliveries: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed" | "dead" | "skipped";
                /** @description Only rows of this time or later. */
                from?: string;
                /** @description Only rows before this time. */
                to?: string;
            };
            header?: never;
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T",
                     *         "event_id": "evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "type": "run.completed",
                     *         "status": "pending",
                     *         "attempt_count": 1,
                     *         "next_attempt_at": "2026-11-21T07:00:00.000Z",
                     *         "created_at": "2026-11-21T07:00:00.000Z",
                     *         "attempts": [
                     *           {
                     *             "attempt": 1,
                     *             "status_code": 500,
                     *             "error": "status.500",
                     *             "latency_ms": 84,
                     *             "response": "Internal Server Error",
                     *             "created_at": "2026-11-21T07:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_webhook_endpoints_endpoint_id_deliveries_delivery_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
                /** @example dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T",
                     *       "event_id": "evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "run.completed",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "next_attempt_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "status_code": 500,
                     *           "error": "status.500",
                     *           "latency_ms": 84,
                     *           "response": "Internal Server Error",
                     *           "created_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ],
                     *       "body": {
                     *         "type": "run.completed",
                     *         "timestamp": "2026-11-21T07:00:00.000Z",
                     *         "data": {
                     *           "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryWithBody"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_webhook_endpoints_endpoint_id_deliveries_delivery_id_redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
                /** @example dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T",
                     *       "event_id": "evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "run.completed",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "next_attempt_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "status_code": 500,
                     *           "error": "status.500",
                     *           "latency_ms": 84,
                     *           "response": "Internal Server Error",
                     *           "created_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_webhook_endpoints_endpoint_id_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T",
                     *       "event_id": "evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "run.completed",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "next_attempt_at": "2026-11-21T07:00:00.000Z",
                     *       "created_at": "2026-11-21T07:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "attempt": 1,
                     *           "status_code": 500,
                     *           "error": "status.500",
                     *           "latency_ms": 84,
                     *           "response": "Internal Server Error",
                     *           "created_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_webhook_endpoints_endpoint_id_recover: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-21T07:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["RecoverDeliveries"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovered": 12,
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["RecoveredDeliveries"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_webhook_endpoints_endpoint_id_backfill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-21T07:00:00.000Z",
                 *       "to": "2026-11-21T07:00:00.000Z",
                 *       "after": null
                 *     }
                 */
                "application/json": components["schemas"]["BackfillDeliveries"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backfilled": 240,
                     *       "has_more": true,
                     *       "last_run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *     }
                     */
                    "application/json": components["schemas"]["BackfilledDeliveries"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_webhook_event_types: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "type": "run.completed",
                     *         "description": "A run has completed.",
                     *         "schema": "/openapi.json#/webhooks/run.completed"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookEventType"][];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_ip_rules: {
        parameters: {
            query?: {
                /** @description The number of rows in the answer. */
                limit?: number;
                /** @description `Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The cursor of the next page, if there is one */
                    "Next-Cursor"?: string;
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "type": "allowlist",
                     *         "cidr": "203.0.113.0/24",
                     *         "note": "Office",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["IpRule"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_ip_rules: {
        parameters: {
            query?: {
                /** @description Whether to make the change even if it shuts out your own address. */
                confirm?: "true" | "false";
            };
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "allowlist",
                 *       "cidr": "203.0.113.0/24",
                 *       "note": "Office"
                 *     }
                 */
                "application/json": components["schemas"]["CreateIpRule"];
            };
        };
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Created */
            201: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "allowlist",
                     *       "cidr": "203.0.113.0/24",
                     *       "note": "Office",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IpRule"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_ip_rules_rule_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "allowlist",
                     *       "cidr": "203.0.113.0/24",
                     *       "note": "Office",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IpRule"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    delete_ip_rules_rule_id: {
        parameters: {
            query?: {
                /** @description Whether to make the change even if it shuts out your own address. */
                confirm?: "true" | "false";
            };
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path: {
                /** @example ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DryRun"];
            /** @description Done; there is no body */
            204: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patch_ip_rules_rule_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path: {
                /** @example ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Office"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateIpRule"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *       "type": "allowlist",
                     *       "cidr": "203.0.113.0/24",
                     *       "note": "Office",
                     *       "created_at": "2026-11-21T07:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IpRule"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_ip_rules_check: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ip": "203.0.113.7"
                 *     }
                 */
                "application/json": components["schemas"]["CheckIp"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "allowed": true,
                     *       "rule": {
                     *         "id": "ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *         "type": "allowlist",
                     *         "cidr": "203.0.113.0/24",
                     *         "note": "Office",
                     *         "created_at": "2026-11-21T07:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["IpVerdict"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_gateway_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ip_mode": "proxy",
                     *       "trusted_cidrs": [
                     *         "203.0.113.0/24"
                     *       ],
                     *       "risk_reject_threshold": 0.75
                     *     }
                     */
                    "application/json": components["schemas"]["GatewayConfig"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    put_admin_gateway_config: {
        parameters: {
            query?: never;
            header?: {
                /** @description Write only if the resource still has this `ETag`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
                /** @description Make the change for so many seconds. Unless its maker confirms it in time, it is set back. The answer carries `Confirm-Id`. */
                "Confirm-Within"?: components["parameters"]["Confirm-Within"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ip_mode": "proxy",
                 *       "trusted_cidrs": [
                 *         "203.0.113.0/24"
                 *       ],
                 *       "risk_reject_threshold": 0.75
                 *     }
                 */
                "application/json": components["schemas"]["PutGatewayConfig"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag that the resource now has */
                    ETag?: string;
                    /** @description The id of the audit row of the change; none if nothing changed */
                    "Audit-Id"?: string;
                    /** @description The id of the change that waits, under `Confirm-Within` */
                    "Confirm-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ip_mode": "proxy",
                     *       "trusted_cidrs": [
                     *         "203.0.113.0/24"
                     *       ],
                     *       "risk_reject_threshold": 0.75
                     *     }
                     */
                    "application/json": components["schemas"]["GatewayConfig"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    post_admin_gateway_config_rehearse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Do nothing, and answer what the call would do. A refusal is the real one. */
                "Dry-Run"?: components["parameters"]["Dry-Run"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "config": {
                 *         "ip_mode": "proxy",
                 *         "trusted_cidrs": [
                 *           "203.0.113.0/24"
                 *         ],
                 *         "risk_reject_threshold": 0.75
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RehearseGatewayConfig"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "judged": 20000,
                     *       "refused": 12,
                     *       "refused_by": {
                     *         "ip.blocked": 3,
                     *         "risk.rejected": 9
                     *       },
                     *       "newly_refused": 9,
                     *       "users": [
                     *         {
                     *           "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "username": "Ada",
                     *           "login": "ada",
                     *           "refused": 8,
                     *           "last_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ],
                     *       "anonymous": {
                     *         "refused": 4
                     *       },
                     *       "from": "2026-11-21T07:00:00.000Z",
                     *       "to": "2026-11-21T07:00:00.000Z",
                     *       "caller": {
                     *         "client_ip": "203.0.113.7",
                     *         "risk_score": 0.2,
                     *         "risk_reasons": [
                     *           "empty_user_agent"
                     *         ],
                     *         "refused": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Rehearsal"];
                    "application/json; dry-run=true": components["schemas"]["DryRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_access_log: {
        parameters: {
            query?: {
                method?: string;
                /** @description The beginning of the path, with or without its first slash. */
                path?: string;
                ip?: string;
                country?: string;
                /** @description The lowest `risk_score`. */
                risk_min?: number;
                ua_type?: "browser" | "bot" | "tool" | "unknown";
                trace_id?: string;
                status_code?: number;
                /** @description The first digit of the status. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                org_id?: string;
                user_id?: string;
                /** @description Gives entries after this one, the newest first. */
                since?: string;
                /** @description How many entries the page holds at most. */
                limit?: number;
                /** @description Gives entries before this one. Send `next_before` of the previous page. */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "log_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "timestamp": "2026-11-21T07:00:00.000Z",
                     *           "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *           "method": "GET",
                     *           "path": "/v1/plans",
                     *           "status_code": 200,
                     *           "duration_ms": 12,
                     *           "client_ip": "203.0.113.7",
                     *           "country": "DE",
                     *           "city": "Berlin",
                     *           "user_agent": "curl/8.14.1",
                     *           "ua_type": "browser",
                     *           "risk_score": 0.1,
                     *           "risk_reasons": [
                     *             "anonymous"
                     *           ],
                     *           "identity_type": "user",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "username": "ada"
                     *         }
                     *       ],
                     *       "has_more": true,
                     *       "next_before": "log_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *     }
                     */
                    "application/json": components["schemas"]["AccessLogPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_access_log_facets: {
        parameters: {
            query?: {
                method?: string;
                /** @description The beginning of the path, with or without its first slash. */
                path?: string;
                ip?: string;
                country?: string;
                /** @description The lowest `risk_score`. */
                risk_min?: number;
                ua_type?: "browser" | "bot" | "tool" | "unknown";
                trace_id?: string;
                status_code?: number;
                /** @description The first digit of the status. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                org_id?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry_count": 50000,
                     *       "oldest_at": "2026-11-21T07:00:00.000Z",
                     *       "status_classes": [
                     *         {
                     *           "value": "2xx",
                     *           "count": 42
                     *         }
                     *       ],
                     *       "paths": [
                     *         {
                     *           "value": "/v1/plans",
                     *           "count": 42
                     *         }
                     *       ],
                     *       "countries": [
                     *         {
                     *           "value": "DE",
                     *           "count": 42
                     *         }
                     *       ],
                     *       "ua_types": [
                     *         {
                     *           "value": "browser",
                     *           "count": 42
                     *         }
                     *       ],
                     *       "minutes": [
                     *         {
                     *           "minute": "2026-11-21T07:00:00.000Z",
                     *           "count": 42
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccessLogFacets"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_admin_access_log_tail: {
        parameters: {
            query?: {
                method?: string;
                /** @description The beginning of the path, with or without its first slash. */
                path?: string;
                ip?: string;
                country?: string;
                /** @description The lowest `risk_score`. */
                risk_min?: number;
                ua_type?: "browser" | "bot" | "tool" | "unknown";
                trace_id?: string;
                status_code?: number;
                /** @description The first digit of the status. */
                status_class?: "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
                org_id?: string;
                user_id?: string;
                /** @description Gives entries after this one, the newest first. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    get_traces_trace_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 4bf92f3577b34da6a3ce929d0e0e4736 */
                trace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The id of the request */
                    "X-Trace-Id"?: string;
                    /** @description The tag of this representation */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *       "requests": [
                     *         {
                     *           "id": "log_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "timestamp": "2026-11-21T07:00:00.000Z",
                     *           "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *           "method": "GET",
                     *           "path": "/v1/plans",
                     *           "status_code": 200,
                     *           "duration_ms": 12,
                     *           "client_ip": "203.0.113.7",
                     *           "country": "DE",
                     *           "city": "Berlin",
                     *           "user_agent": "curl/8.14.1",
                     *           "ua_type": "browser",
                     *           "risk_score": 0.1,
                     *           "risk_reasons": [
                     *             "anonymous"
                     *           ],
                     *           "identity_type": "user",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "username": "ada"
                     *         }
                     *       ],
                     *       "audit_logs": [
                     *         {
                     *           "id": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "action": "feature_flags.update",
                     *           "actor_user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "actor_api_key_id": "key_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "target_type": "feature_flags",
                     *           "target_id": "flag_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "before": {
                     *             "default_value": false
                     *           },
                     *           "after": {
                     *             "default_value": false
                     *           },
                     *           "client_address": "203.0.113.7",
                     *           "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *           "created_at": "2026-11-21T07:00:00.000Z",
                     *           "reverts": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "reverted_by": "aud_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *         }
                     *       ],
                     *       "ledger_entries": [
                     *         {
                     *           "id": "led_01JD6Z5W3T9V7K2M4N8P0Q1R2S_00000042",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "amount": -12,
                     *           "balance_after": 4988,
                     *           "type": "consumption",
                     *           "reference_type": "run",
                     *           "reference_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "note": null,
                     *           "actor_user_id": null,
                     *           "created_at": "2026-11-21T07:00:00.000Z"
                     *         }
                     *       ],
                     *       "events": [
                     *         {
                     *           "id": "evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *           "type": "run.completed",
                     *           "created_at": "2026-11-21T07:00:00.000Z",
                     *           "deliveries": [
                     *             {
                     *               "id": "dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T",
                     *               "event_id": "evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                     *               "type": "run.completed",
                     *               "status": "pending",
                     *               "attempt_count": 1,
                     *               "next_attempt_at": "2026-11-21T07:00:00.000Z",
                     *               "created_at": "2026-11-21T07:00:00.000Z",
                     *               "attempts": [
                     *                 {
                     *                   "attempt": 1,
                     *                   "status_code": 500,
                     *                   "error": "status.500",
                     *                   "latency_ms": 84,
                     *                   "response": "Internal Server Error",
                     *                   "created_at": "2026-11-21T07:00:00.000Z"
                     *                 }
                     *               ],
                     *               "endpoint_id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Trace"];
                };
            };
            /** @description Not changed since `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    webhook_run_completed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "run.completed",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "status": "completed",
                 *         "model": "gpt-5-mini",
                 *         "persona_id": null,
                 *         "provider_kind": "vendor_a",
                 *         "credential_name": "openai-main",
                 *         "persona_model": "openai-main^gpt-5-mini",
                 *         "duration_ms": 5210,
                 *         "total_input_tokens": 1830,
                 *         "total_output_tokens": 412,
                 *         "total_cost_usd": 0.0042,
                 *         "credits_used": 5,
                 *         "shortfall": 0,
                 *         "created_at": "2026-11-21T07:00:00.000Z",
                 *         "completed_at": "2026-11-21T07:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "run.completed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Run"];
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_run_failed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "run.failed",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "status": "failed",
                 *         "model": "gpt-5-mini",
                 *         "persona_id": null,
                 *         "provider_kind": "vendor_a",
                 *         "credential_name": "openai-main",
                 *         "persona_model": "openai-main^gpt-5-mini",
                 *         "duration_ms": 5210,
                 *         "total_input_tokens": 1830,
                 *         "total_output_tokens": 412,
                 *         "total_cost_usd": 0.0042,
                 *         "credits_used": 5,
                 *         "shortfall": 0,
                 *         "created_at": "2026-11-21T07:00:00.000Z",
                 *         "completed_at": "2026-11-21T07:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "run.failed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Run"];
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_run_cancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "run.cancelled",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "thread_id": "thr_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "status": "cancelled",
                 *         "model": "gpt-5-mini",
                 *         "persona_id": null,
                 *         "provider_kind": "vendor_a",
                 *         "credential_name": "openai-main",
                 *         "persona_model": "openai-main^gpt-5-mini",
                 *         "duration_ms": 5210,
                 *         "total_input_tokens": 1830,
                 *         "total_output_tokens": 412,
                 *         "total_cost_usd": 0.0042,
                 *         "credits_used": 5,
                 *         "shortfall": 0,
                 *         "created_at": "2026-11-21T07:00:00.000Z",
                 *         "completed_at": "2026-11-21T07:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "run.cancelled";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Run"];
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_created: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.created",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "id": "sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "status": "active",
                 *         "current_period_start": "2026-11-21T07:00:00.000Z",
                 *         "current_period_end": "2026-12-21T07:00:00.000Z",
                 *         "cancelled_at": null,
                 *         "created_at": "2026-11-21T07:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "subscription.created";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Subscription"];
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_cancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.cancelled",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "id": "sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "status": "cancelled",
                 *         "current_period_start": "2026-11-21T07:00:00.000Z",
                 *         "current_period_end": "2026-12-21T07:00:00.000Z",
                 *         "cancelled_at": "2026-11-21T07:00:00.000Z",
                 *         "created_at": "2026-11-21T07:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "subscription.cancelled";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Subscription"];
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_expired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.expired",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "id": "sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "plan_id": "plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "status": "expired",
                 *         "current_period_start": "2026-10-21T07:00:00.000Z",
                 *         "current_period_end": "2026-11-21T07:00:00.000Z",
                 *         "cancelled_at": null,
                 *         "created_at": "2026-11-21T07:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "subscription.expired";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["Subscription"];
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_credits_low: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "credits.low",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "balance": 80,
                 *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "threshold": 100
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "credits.low";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        org_id: string;
                        /** @example 80 */
                        balance: number;
                        /**
                         * @description The run that used the credits.
                         * @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                         */
                        run_id: string;
                        /** @example 100 */
                        threshold: number;
                    };
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_credits_exhausted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "credits.exhausted",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "balance": 0,
                 *         "run_id": "run_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "credits.exhausted";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        org_id: string;
                        /** @example 80 */
                        balance: number;
                        /**
                         * @description The run that used the credits.
                         * @example run_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                         */
                        run_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_redemption_code_redeemed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "redemption_code.redeemed",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "redemption_code_id": "rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "type": "credits",
                 *         "value": "500",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "user_id": "usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "redemption_code.redeemed";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /** @example rcd_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        redemption_code_id: string;
                        /** @example credits */
                        type: string;
                        /** @example 500 */
                        value: string;
                        /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        org_id: string;
                        /** @example usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        user_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_tool_provider_activated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "tool_provider.activated",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "group_name": "web_search",
                 *         "provider_name": "web_search.keyed"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "tool_provider.activated";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        org_id: string;
                        /** @example web_search */
                        group_name: string;
                        /** @example web_search.keyed */
                        provider_name: string;
                    };
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_webhook_endpoint_disabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "webhook_endpoint.disabled",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "endpoint_id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "url": "https://hooks.example.com/plinth",
                 *         "reason": "gone"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "webhook_endpoint.disabled";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        endpoint_id: string;
                        /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        org_id: string;
                        /** @example https://hooks.example.com/plinth */
                        url: string;
                        /** @enum {string} */
                        reason: "gone" | "failing";
                    };
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_ping: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same on every attempt, so drop an event that you have had.
                 * @example evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S
                 */
                "webhook-id": components["parameters"]["webhook-id"];
                /**
                 * @description When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.
                 * @example 1795244402
                 */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /**
                 * @description Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.
                 * @example v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==
                 */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "ping",
                 *       "timestamp": "2026-11-21T07:00:00.000Z",
                 *       "data": {
                 *         "endpoint_id": "whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "org_id": "org_01JD6Z5W3T9V7K2M4N8P0Q1R2S",
                 *         "sent_at": "2026-11-21T07:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    type: "ping";
                    /**
                     * Format: date-time
                     * @description When it happened.
                     * @example 2026-11-21T07:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /** @example whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        endpoint_id: string;
                        /** @example org_01JD6Z5W3T9V7K2M4N8P0Q1R2S */
                        org_id: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T07:00:00.000Z
                         */
                        sent_at: string;
                    };
                };
            };
        };
        responses: {
            /** @description We disable the endpoint and send it nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. Answer within 15 seconds. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure, as are a redirect and a missing answer. We try again after 5 seconds, 30 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and 12 hours, but not before `Retry-After`. Then we give up. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
