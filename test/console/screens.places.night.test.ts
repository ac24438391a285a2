import { checkEachScreen } from './each-screen.ts'

checkEachScreen('places')
