import styles from './check.module.css'

interface CheckProps {
	label: string
	isChecked: boolean
	/** Some of what it stands for is. */
	isPartial?: boolean
	onToggle: (isRange: boolean) => void
}

/** Selects a row, or all of them. Shift makes it a range. */
export const Check = ({ label, isChecked, isPartial = false, onToggle }: CheckProps) => (
	<label className={styles.check}>
		<input
			ref={(input) => {
				if (input) input.indeterminate = isPartial
			}}
			type="checkbox"
			aria-label={label}
			checked={isChecked}
			onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
			data-row-check
		/>
	</label>
)
