import * as z from 'zod'

export const SecretKey = z
	.object({
		key_id: z.string().meta({ example: '8ad42741aced' }),
		is_current: z.boolean().meta({ description: 'Seals what is stored from now on.' }),
		is_known: z
			.boolean()
			.meta({ description: 'Is in `SECRETS_KEYS`. A key with secrets that is not cannot open them.' }),
		secret_count: z.int().meta({ example: 12 }),
	})
	.meta({ id: 'SecretKey' })
