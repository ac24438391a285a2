import { checkEachScreen } from './each-screen.ts'

checkEachScreen('plans')
