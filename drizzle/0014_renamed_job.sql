-- The job wake-webhooks had another name, and its row would stay in the list of jobs for ever.
DELETE FROM `jobs` WHERE `name` = 'ring-webhooks';
