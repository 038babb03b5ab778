"""What Chinese speakers say for good, in both scripts, and what they only say."""

import pytest

KEPT = """
project | 记住：旧的导入程序只认 Latin-1 编码 | Latin-1
project | 帮我记一下，预发环境的数据库每周日会清空 | 清空
project | 别忘了，这个接口只能内网访问 | 内网
project | Qt 的授权费是客户出的，这点记住 | Qt
project | 请记住傳感器回傳的時間是 UTC | UTC
project/feedback | 跟你说一下，生产库我们只有读权限 | 读权限
feedback | 不对，要用 pathlib，不要用 os.path | pathlib
feedback | 我说过了，调试不要用 print | print
feedback | 错了，我们的分支名用英文 | 英文
feedback | 提交之前一定要先问我 | 提交
feedback | 别再给每一行都加注释了 | 注释
feedback | 太长了，以后写短一点 | 短一点
feedback | 回答里不要带表情符号 | 表情
feedback | 以后請用繁體中文回答我 | 中文
feedback | 绝对不要往 main 强推 | main
feedback | 每次合并前都要跑一遍 linter | linter
feedback | 提交信息一律用英文 | 英文
feedback | 每张表都必须有 created_at 字段 | created_at
feedback | 我们的测试都放在代码旁边 | 测试
feedback | 新接口必须配集成测试 | 集成测试
feedback | 异常不许吞掉，要打日志 | 异常
feedback | 今后尽量别用 mock | mock
feedback | 生成的文件不要动，每次构建都会覆盖 | 生成
feedback | 已經上線的 migration 千萬別改 | migration
feedback | 配置文件统一用 TOML | TOML
user | 我喜欢小的提交 | 小的提交
user | 比起文档注释我更喜欢类型标注 | 类型
user/feedback | 我最烦长篇大论的解释 | 长篇
user | 我平时都在终端里干活 | 终端
user | 我是学生物出身的，写代码才一年 | 生物
user | 我在医院做数据分析 | 医院
user | 我寫了二十年 Fortran，Rust 是剛學的 | Fortran
user | 计费这块是我负责的 | 计费
user | 我人在里斯本，比你们晚八个小时 | 里斯本
user | Kubernetes 我基本不懂 | Kubernetes
user | 我带图像处理那个组 | 图像
project | 我们决定用 Postgres | Postgres
project | 上周我们从 Jenkins 迁到 GitLab CI 了 | GitLab
project | 5月1日起只支持 Python 3.12 | 2026-05-01
project | 我们现在用 gRPC | gRPC
project | Windows 7 我们不再支持了 | Windows
project | 服务之间现在走 gRPC，不走 REST 了 | gRPC
project | 客户只要本地部署 | 本地部署
project | 新版本周五发布 | 2026-03-13
project | 证书4月14号到期 | 2026-04-14
project | 下周四开始封版 | 2026-03-19
project | 演示推迟到三月底了 | 2026-03-31
project | 两周后审计的人要来，文档得在那之前准备好 | 2026-03-24
project | 后天要给客户交付 | 2026-03-12
project | 目前所有服务都跑在 Kubernetes 1.29 上 | 1.29
project | 我们的客户都是医院，所以不能上云 | 医院
project | CI 的预算每个月 200 欧 | 200
project/feedback | 按法规数据不能出欧盟 | 欧盟
project | 就定 Java 17 了，不升 | Java
project | Redis 已经下掉了，现在缓存放进程里 | Redis
reference | 监控面板在 https://grafana.example.com/d/7 | grafana
reference | bug 都提到 Jira 的 OPS 项目 | Jira
reference | 告警看 #ops-alerts 频道 | #ops-alerts
reference | wiki 搬家了：https://wiki.example.org/new | wiki
reference | 设计稿在 Figma 的 Marketing 文件夹里 | Figma
project | 备注：序列号由工厂分配，不归我们管 | 序列号
feedback/project | 我们叫会员，不叫客户 | 会员
feedback | 不对，注释要写中文 | 注释
feedback | 先给我看方案，再写代码，每次都这样 | 方案
feedback/user | 给我看 diff 就行，不用整个文件 | diff
feedback/user | 不用给我解释那么多 | 解释
user | 我在这边只做测试 | 测试
user | 我刚进组，代码还不熟 | 刚进组
user | 我周五不上班 | 周五
project | 最后没选 Kubernetes | Kubernetes
project | App 用 Flutter 写 | Flutter
project | 最低支持 Android 9 | Android
project | XML 接口到 3.0 就没了 | XML
project | 阈值现在是 90，不是 70 了 | 90
project | 支付不走 PayPal 了，改走 Stripe | Stripe
project | 6月30号之前全部要做完 | 2026-06-30
project | 5月3号在杭州有展会 | 2026-05-03
project | 下周三给客户交付 | 2026-03-18
project | 我5月5号开始休假 | 2026-05-05
project | 四月底机房搬迁 | 2026-04-30
project | 月底客户那边验收 | 2026-03-31
reference/project | 硬件的问题找老江 | 老江
reference/project | 账号密码都在 1Password 的实验室库里 | 1Password
reference | 协议写在 Confluence 的“测量”页面上 | Confluence
reference | 迭代计划在 https://boards.example.com/b/3 | boards
feedback | main 分支谁都不许直接推 | main
feedback | 数字一律保留两位小数 | 小数
feedback | SQL 关键字要大写 | SQL
feedback | 一个 commit 只做一件事 | commit
feedback | 密钥不能进仓库 | 密钥
project | 订单以后由梅姐审批，不归我了 | 梅姐
project | 从一月起博物馆周一闭馆 | 周一
project | 仓库现在按托盘算，不按箱了 | 托盘
project | 简报不在周一发了，改周四 | 周四
project | 评委会定了绿色那版 | 绿色
project | 手机版不做了，出版社自己做 | 手机版
project | 下周五中午截稿 | 2026-03-20
project | 试运行到五月底 | 2026-05-31
project | 三周后展览开幕 | 2026-03-31
project | 老师们最晚4月12号要拿到账号 | 2026-04-12
reference | 时刻表由调度室维护在 SharePoint 的表格里 | SharePoint
reference | 出故障先看 https://status.example.net | status
reference/project | 打印机密码在保险箱里，别写这儿 | 保险箱
feedback | 价格永远不要四舍五入 | 价格
feedback/project | 病人姓名不能出现在日志里 | 病人
feedback | 我们这边一律向上取整 | 向上
feedback | 照片要编辑部同意后才能发 | 编辑部
feedback | 不对，重量用克，不是公斤 | 克
feedback/user | 做不到的话请马上告诉我 | 马上
feedback/user | 有选择的时候给我两个方案 | 两个方案
user | 我本行是木匠，这个是副业 | 木匠
user | 我分不清红色和绿色 | 红色
user | 我替佳怡顶班到夏天 | 佳怡
project | 补充一点：北坡的传感器六小时才上报一次，记一下 | 北坡
feedback | 希望你每次都小步修改 | 小步
feedback/user | 小事别问我，你自己定 | 小事
feedback | 你又换成英文了，请一直用中文 | 中文
feedback | 单位必须写上，5 毫米，不能只写 5 | 单位
feedback | 新文案要先过校对 | 校对
project | 四月起日程由行政管 | 行政
project | 旧服务器6月30号关停 | 2026-06-30
feedback/project | 装修以后只剩两个收银台了 | 收银台
project | 授权退掉了，改用 QGIS | QGIS
project | 跟出版社说好了，app 里不放广告 | 广告
user | 我是物业的，不是程序员 | 物业
user/feedback | 我英语不好，还是用中文 | 英语
user | 我耳朵不好，有事写给我 | 耳朵
reference | 检修计划在内网的技术栏目里 | 内网
"""

PASSED = """
这么多我怎么记得住
我们是不是一直都用 rebase
为什么我们从来不用枚举
以后要不要改用 tab
你知道我们还支持 Python 3.8 吗
如果改用 Rust 应该会快一些
也许以后都应该先写测试
假设我们从现在开始用 Kafka
我们在考虑要不要换 Bazel
以后也可以试试 Docker
把函数 always_true 改个名
给导入加一个测试，再把旧分支删了
标题改大一点，蓝色深一点
帮我修一下登录的错误
跑一下测试，把结果给我看看
今天先不写测试，赶时间
先用 SQLite 凑合一下
这次不要加注释
服务器明天之前都关着
这个分支不要 squash
同事说：“一律用 tab”
文档里说不要用 eval
翻译一下：从现在起我们一律用空格
那篇博客说以后只能用 uv
小李喜欢用 tab
我老板喜欢长邮件
太棒了，又来一个新框架
真行啊，每次我一测就挂
以后只用 tab。算了，当我没说
谢谢，周末愉快
那周一见
构建从昨天开始就是红的
这个测试总是失败
这东西从来没跑通过
这个不用记
这个报错我从来没见过
昨天发布了，挺顺利
我得走了
我五点之前都在火车上
utils.py 里的 parse 函数出错时返回 None
看起来不错，继续下一个模块
我完全不知道这里发生了什么
我要按钮放左边
我确定是缓存的问题
不对，是另一个文件
不是，我说的是第二个测试
这段写短一点
按钮现在不见了
现在好了
测试现在都过了
客户刚打电话来
每次都是同一个错误
不好看，换个颜色
我觉得第一个好一点
我马上回来
明天之前把它做完
有什么理由从来不用视图
我记得服务器好像在上海
一直缓存是不是更好
七月初还好好的
好的，辛苦了
日志里说连接一直没有建立
麻烦把文件改个名
这根本不可能成功
我还得去交电费
我拔了电源，现在又好了
谁写的，所有变量都叫 x
把值从 70 改成 90
今天店里那个客人怪怪的
能告诉我订单谁审批吗
昨天展览人挺多的
我去吃饭了
把时刻表改成九点
如果评委会同意，也许用绿色那版
这个表有十二列
孩子病了，我晚点再弄
每次请求都要三秒
每次点击都会处理两遍
我点了以后窗口没打开
我没看到错误
测试全都通过了
我刚推了分支
我在做登录页
我写了两个测试
页面一直卡在加载
客户又发了一封邮件
团队都笑了
我只想改最后一行
比之前好多了
我们找到了两个错误
列表没出来，是个空白页
我看不懂这个报错
还是第二个方案吧
这个方法从来没被调用
好像已经能用了
我休息一下
按钮变成红色了
我把会员退了
别问我怎么找到的
我想喝杯咖啡
从第40行开始全是空的
更新以后什么都很慢
我真笨，文件夹弄错了
只有一半测试通过
我马上把日志发你
客户想知道什么时候能好
先走简单的路子
页面打不开
这个明天再弄
什么都看不到
笑死我了
办公室里没人
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


OFFER = "我把迁移拆成了两步。"


@pytest.mark.parametrize(
    "answer",
    [
        "很好，以后都这样做。",
        "对，我就要这样的",
        "不错，这个格式保留",
        "下次也照这个来",
    ],
)
def test_a_person_accepts_for_good_what_the_agent_did(hear, answer):
    assert any(OFFER.strip(".。") in kept for kept in hear(answer, offer=OFFER))


@pytest.mark.parametrize(
    "answer",
    [
        "好的，谢谢。",
        "好，继续",
        "可以，下一步",
    ],
)
def test_thanks_and_go_on_accept_nothing(hear, answer):
    assert hear(answer, offer=OFFER) == []
