import type * as en from '../en/bulk.ts'
import type { Texts } from '../texts.ts'

export const bulk: Texts<typeof en.bulk> = {
	bar: '已选择的行',
	count: (count) => `已选择 ${count} 行`,
	clear: '清除选择',
	more: (count) => `以及另外 ${count} 个`,
	rest: (count) => `所选的行中有 ${count} 行不适用此操作，将保持不变。`,
	progress: '已完成的行',
	running: (done, all) => `${done} / ${all}`,
	stop: '停止',
	outcome: (done, refused) => `${done} 个成功，${refused} 个被拒绝`,
	left: (count) => `${count} 个未执行`,
	again: '重试其余各项',
}
