/**
 * Whether everything is tested, as every night, by `npm run test:console:all`. A change only runs what must end within two minutes
 * on two cores.
 */
export const IS_NIGHT = process.env['CONSOLE_TESTS'] === 'all'
