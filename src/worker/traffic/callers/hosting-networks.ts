/** AS numbers of well-known hosting and cloud providers, whose networks have servers in them and not people. */
export const HOSTING_NETWORKS: ReadonlySet<number> = new Set([
	16_509, // Amazon Web Services
	14_618, // Amazon Web Services
	8_987, // Amazon Web Services, Ireland
	396_982, // Google Cloud
	15_169, // Google, and the older ranges of its cloud
	8_075, // Microsoft Azure
	31_898, // Oracle Cloud
	36_351, // IBM Cloud, SoftLayer
	45_102, // Alibaba Cloud
	37_963, // Alibaba Cloud, China
	132_203, // Tencent Cloud
	45_090, // Tencent Cloud, China
	136_907, // Huawei Cloud
	55_990, // Huawei Cloud, China
	200_350, // Yandex Cloud
	14_061, // DigitalOcean
	16_276, // OVHcloud
	24_940, // Hetzner
	213_230, // Hetzner Cloud
	212_317, // Hetzner Cloud
	63_949, // Akamai Connected Cloud, Linode
	20_473, // Vultr
	12_876, // Scaleway
	51_167, // Contabo
	40_021, // Contabo, United States
	141_995, // Contabo, Asia
	60_781, // Leaseweb, Netherlands
	28_753, // Leaseweb, Germany
	30_633, // Leaseweb, United States
	7_203, // Leaseweb, United States
	59_253, // Leaseweb, Asia
	8_560, // IONOS
	9_009, // M247
	47_583, // Hostinger
	40_509, // Fly.io
	202_053, // UpCloud
	25_697, // UpCloud, United States
	54_825, // Equinix Metal
	33_070, // Rackspace
	27_357, // Rackspace
	19_994, // Rackspace
	60_068, // DataCamp, CDN77
	212_238, // DataCamp, CDN77
	21_859, // Zenlayer
	36_007, // Kamatera
	41_436, // Kamatera, Europe
	199_524, // G-Core
	202_422, // G-Core
	197_540, // netcup
	49_981, // WorldStream
	40_676, // Psychz
	8_100, // QuadraNet
	36_352, // HostPapa, ColoCrossing
	53_667, // FranTech, BuyVM
	62_240, // Clouvider
	7_979, // Servers.com
	29_802, // Hivelocity
	396_356, // Latitude.sh
	49_505, // Selectel
	9_370, // Sakura Internet
	7_684, // Sakura Internet
	22_612, // Namecheap
	26_496, // GoDaddy
])
