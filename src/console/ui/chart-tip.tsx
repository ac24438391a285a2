import styles from './chart.module.css'

interface ChartTipProps {
	x: number
	/** Undefined if the value is unknown. */
	y: number | undefined
	/** Where the cursor begins and ends. */
	span: [top: number, bottom: number]
	/** Of the whole chart. */
	width: number
	name: string
	value: string
	before: string | undefined
}

const WIDTH = 132
const HEIGHT = 44
const LINE = 17

/** The cursor of a chart, with the values it points at. */
export const ChartTip = ({ x, y, span: [top, bottom], width, name, value, before }: ChartTipProps) => (
	<g>
		<line className={styles.cursor} x1={x} x2={x} y1={top} y2={bottom} />
		{y !== undefined && <circle className={styles.dot} cx={x} cy={y} r="4" />}
		<g transform={`translate(${x + WIDTH + 12 > width ? x - WIDTH - 10 : x + 10} ${top})`}>
			<rect className={styles.tip} width={WIDTH} height={before === undefined ? HEIGHT : HEIGHT + LINE} rx="6" />
			<text className={styles.tipName} x="10" y="17">
				{name}
			</text>
			<text className={styles.tipValue} x="10" y="34">
				{value}
			</text>
			{before !== undefined && (
				<text className={styles.tipName} x="10" y="51">
					{before}
				</text>
			)}
		</g>
	</g>
)
