"""What Japanese speakers say for good, plainly or politely, and what they only say."""

import pytest

KEPT = """
project | 覚えておいて：古いインポーターは Latin-1 しか読めない | Latin-1
project | ステージングのDBは毎週日曜にリセットされることを覚えておいてください | リセット
project | このAPIは社内からしか使えないので忘れないでください | API
project | Qtのライセンス費用は客先持ちです。メモしておいて。 | Qt
project | メモ：センサーの時刻はすべてUTC | UTC
project | 念のため伝えておくと、本番DBは読み取り専用です | 読み取り
feedback | 違う、os.path じゃなくて pathlib を使って | pathlib
feedback | デバッグに print は使わないでって言ったよね | print
feedback | 違います、ブランチ名は英語にします | 英語
feedback | コミットする前に必ず聞いて | コミット
feedback | 全部の行にコメントを付けるのはやめて | コメント
feedback | 長すぎる。次からもっと短く書いて | 短く
feedback | 返答に絵文字は要らない | 絵文字
feedback | 返事は日本語で、敬語なしでお願い | 日本語
feedback | main への force push は絶対にしないで | main
feedback | マージ前には毎回リンターを通してください | リンター
feedback | コミットメッセージは英語で統一してください | 英語
feedback | テーブルには必ず created_at カラムを付けること | created_at
feedback | うちではテストはコードの隣に置く | テスト
feedback | 新しいエンドポイントには結合テストが必須です | 結合テスト
feedback | 例外は握りつぶさずにログに出すこと | 例外
feedback | 今後モックはなるべく使わないように | モック
feedback | 生成されたファイルは触らないで。ビルドのたびに上書きされるから | 生成
feedback | 適用済みのマイグレーションは変更しないこと | マイグレーション
feedback | 設定ファイルはTOMLで書くルールです | TOML
user | コミットは小さいほうが好きです | コミット
user | docstringより型のほうがありがたい | 型
user/feedback | 長い説明は嫌い | 長い説明
user | 普段はターミナルで作業してる | ターミナル
user | もともと生物学出身で、プログラミング歴は1年です | 生物学
user | 病院でデータ分析をしています | 病院
user | Fortranは20年書いてるけど、Rustは初めて | Fortran
user | 課金まわりは私が担当です | 課金
user | リスボンに住んでいるので時差が9時間あります | リスボン
user | Kubernetesはほとんど分からない | Kubernetes
user | 画像処理チームのリーダーをしています | 画像処理
project | Postgresを使うことに決めました | Postgres
project | 先週JenkinsからGitLab CIに移行した | GitLab
project | 5月1日からはPython 3.12のみ対応です | 2026-05-01
project | 今はgRPCを使っています | gRPC
project | Windows 7はもうサポートしません | Windows
project | RESTの代わりにgRPCで通信するようになりました | gRPC
project | お客さんはオンプレしか認めない | オンプレ
project | リリースは金曜日です | 2026-03-13
project | 証明書は4月14日に切れます | 2026-04-14
project | 来週の木曜からコードフリーズ | 2026-03-19
project | デモは3月末に延期になった | 2026-03-31
project | 2週間後に監査が入るので、それまでにドキュメントを揃える必要がある | 2026-03-24
project | 明後日が客先への納品です | 2026-03-12
project | 現在は全部 Kubernetes 1.29 で動いています | 1.29
project | うちの顧客は病院なのでクラウドは使えません | 病院
project | CIの予算は月200ユーロまで | 200
project/feedback | 法律上データをEUの外に出せない | EU
project | Java 17のまま行くことになりました | Java
project | Redisは廃止して、今はプロセス内でキャッシュしてる | Redis
reference | ダッシュボードは https://grafana.example.com/d/7 です | grafana
reference | バグはJiraのOPSプロジェクトで管理しています | Jira
reference | アラートは #ops-alerts に流れます | #ops-alerts
reference | Wikiは引っ越しました：https://wiki.example.org/new | wiki
reference | デザインはFigmaのMarketingフォルダにあります | Figma
project | 後々のためにメモ：シリアル番号は工場が採番する | シリアル
feedback/project | 顧客じゃなくて会員と呼んでます | 会員
feedback | いや、コメントは日本語で | コメント
feedback | 先に方針を見せて、それからコードを書くようにいつもお願い | 方針
feedback/user | 差分だけ見せてくれれば十分です | 差分
feedback/user | そんなに長い解説は要らない | 解説
user | 私はここではQAしかやっていません | QA
user | チームに入ったばかりでコードはまだよく知らない | 入ったばかり
user | 金曜は働いていません | 金曜
project | 結局Kubernetesは見送った | Kubernetes
project | アプリはFlutterで作ることにした | Flutter
project | 対応するのは Android 9 以上だけ | Android
project | バージョン3でXMLインターフェースはなくなる | XML
project | しきい値は70ではなく90になりました | 90
project | 支払いはもうPayPalではなくStripe経由です | Stripe
project | 6月30日までに全部終わらせないといけない | 2026-06-30
project | 5月3日に仙台で展示会がある | 2026-05-03
project | 提出は来週の水曜 | 2026-03-18
project | 5月5日から休暇に入ります | 2026-05-05
project | 4月末にサーバー室が移転する | 2026-04-30
project | 月末に客先で検収 | 2026-03-31
reference/project | ハードの件は谷口さんに聞いて | 谷口
reference/project | 認証情報は1Passwordの「ラボ」に入ってる | 1Password
reference | プロトコルはConfluenceの「計測」ページに書いてある | Confluence
reference | スプリント計画は https://boards.example.com/b/3 | boards
feedback | mainへ直接pushするのは禁止 | main
feedback | 数値は常に小数点以下2桁で | 小数
feedback | SQLのキーワードは大文字で書く決まり | SQL
feedback | 1コミットにつき変更は1つだけ | コミット
feedback | 秘密情報はリポジトリに入れない | 秘密
feedback/project | 発注の承認は今後、私ではなく森下さんがします | 森下
project | 1月から博物館は月曜休館です | 月曜
project | 倉庫は今は箱ではなくパレット単位で数えています | パレット
project | メルマガは月曜ではなく木曜に送ることになりました | 木曜
project | 委員会は緑の案に決めました | 緑
project | スマホ版は作らないことになった。出版社がやるので | スマホ版
project | 来週の金曜正午が入稿締め切り | 2026-03-20
project | 試用期間は5月末まで続きます | 2026-05-31
project | 3週間後に展示が始まります | 2026-03-31
project | 先生方のアカウントは遅くとも4月12日までに必要 | 2026-04-12
reference | 時刻表は指令室がSharePointの表で管理しています | SharePoint
reference | 障害のときはまず https://status.example.net を見る | status
reference/project | プリンターのパスワードは金庫に入っています | 金庫
feedback | 価格は絶対に丸めないで | 価格
feedback | 患者の名前をログに出してはいけません | 患者
feedback | うちでは端数は必ず切り上げます | 切り上げ
feedback | 写真は編集部の許可が出てから公開すること | 許可
feedback | 違う、重さはグラムで、キロじゃない | グラム
feedback/user | 無理なときはすぐに言ってほしい | すぐに
feedback/user | 選択肢があるときは二案見せてください | 二案
user | 本業は大工で、これは副業です | 大工
user | 赤と緑の区別がつきにくいです | 赤と緑
user | 夏まで佳代さんの代わりに入っています | 佳代
project | 補足：北斜面のセンサーは6時間に1回しか送信しないので覚えておいて | 北斜面
feedback | 変更はいつも小さく分けてもらえると助かります | 小さく
feedback/user | 細かいことはいちいち聞かないで、自分で決めて | 細かい
feedback | また英語になってる。日本語のままでお願い | 日本語
feedback | 単位は必ず付けること。5じゃなくて5mm | 単位
feedback | 新しい文章は先に校閲を通してください | 校閲
project | 4月からカレンダーは総務が管理します | 総務
project | 旧サーバーは6月30日に停止します | 2026-06-30
project | 改装後はレジが2台だけになりました | レジ
project | ライセンスは解約して、QGISに乗り換えます | QGIS
project | 出版社との取り決めで、アプリに広告は入れない | 広告
user | 私は管理人で、プログラマーではありません | 管理人
user/feedback | 英語は苦手なので日本語がいいです | 日本語
user | 耳が遠いので、全部文字で送ってください | 耳
reference | 保守計画は社内イントラの技術ページにあります | イントラ
"""

PASSED = """
こんなに全部覚えられない
いつもrebaseしてるんでしたっけ
なんでenumを一切使わないの
今後はタブにしたほうがいいかな
まだPython 3.8をサポートしているか教えて
もしRustに移行したら速くなるかも
いつも先にテストを書くべきかもしれない
仮に今後Kafkaを使うとしたら
Bazelに乗り換えるか検討中です
今後はDockerという手もあるかもね
関数 always_true の名前を変えて
インポートのテストを追加して、古いブランチを消して
見出しを大きくして、青をもっと濃くして
ログインのエラーを直してもらえますか
テストを実行して結果を見せて
今日は急ぐのでテストなしで
とりあえずSQLiteで
今回はコメントを付けないで
サーバーは明日まで止まっています
このブランチではsquashしないで
同僚が「必ずタブを使え」と言ってた
ドキュメントにはevalを絶対使うなと書いてある
翻訳して：今後は必ずスペースを使います
ブログによると今後はuvだけ使うべきらしい
アンナはタブが好きらしい
上司は長いメールが好きみたいです
さすが、また新しいフレームワークですか
最高ですね、テストするたびに必ず落ちる
今後はタブだけにして。やっぱりなしで
ありがとう、良い週末を
ではまた月曜に
ビルドが昨日から赤い
このテストは毎回失敗する
一度も動いたことがない
これは覚えなくていい
こんなエラーは見たことがない
昨日デプロイして問題なかった
もう行かないと
5時まで電車の中です
utils.py の parse 関数はエラー時に None を返す
いい感じ、次のモジュールもやって
ここで何が起きているのか全然分からない
ボタンを左に置きたい
原因はキャッシュだと思う
違う、もう一つのファイル
いや、二番目のテストのことです
ここをもっと短くして
ボタンが消えました
今は動いています
テストは今全部通ってます
お客さんから電話があった
毎回同じエラー
気に入らない、別の色にして
最初の案のほうがいいと思う
すぐ戻ります
明日までに仕上げて
ビューを一切使わない理由ってある
サーバーは大阪だったと思う
常にキャッシュしたほうがよくない
7月の初めは問題なかった
了解、ありがとう
ログには接続が一度も確立されなかったとある
ファイル名を変えてもらえますか
これは絶対うまくいかない
電気代を払わないと
電源を抜いたらまた動いた
誰が書いたの、変数が全部xじゃん
値を70から90に変えて
今日のお客さん変だったな
発注の承認って誰がするの
昨日の展示は人が多かった
お昼食べてきます
時刻を9時にして
委員会が賛成したら緑の案かもしれない
この表は12列あります
子どもが熱を出したので後で続けます
リクエストごとに3秒かかります
クリックが毎回二重に処理される
クリックしてもウィンドウが開きません
エラーが見当たりません
テストは全部通りました
今ブランチをpushしました
ログイン画面を作っています
テストを2つ書きました
読み込みでページが固まります
お客さんからまたメールが来ました
チームのみんなが笑ってた
最後の行だけ変えたい
前より良くなった
エラーが2つ見つかりました
一覧の代わりに空のページが出ます
エラーメッセージの意味が分からない
やっぱり二番目の案で
このメソッドは一度も呼ばれない
もう動いてるみたい
ちょっと休憩します
ボタンが赤くなります
サブスクを解約した
どうやって見つけたかは聞かないで
コーヒーが飲みたい
40行目から全部空です
更新してから全部重い
僕は馬鹿だ、フォルダを間違えた
テストは半分しか通らない
今ログを送ります
お客さんがいつできるか知りたいそうです
まずは簡単な方法で行こう
ページが開かない
これは明日やる
何も見えない
笑いすぎた
事務所に誰もいない
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


OFFER = "マイグレーションを二段階に分けました。"


@pytest.mark.parametrize(
    "answer",
    [
        "いいですね、今後もその形でお願いします。",
        "そう、それがいい。次回も同じで",
        "この書き方で統一して",
        "完璧、このやり方を続けて",
    ],
)
def test_a_person_accepts_for_good_what_the_agent_did(hear, answer):
    assert any(OFFER.strip(".。") in kept for kept in hear(answer, offer=OFFER))


@pytest.mark.parametrize(
    "answer",
    [
        "ありがとう。",
        "はい、続けて",
        "OK、次へ",
    ],
)
def test_thanks_and_go_on_accept_nothing(hear, answer):
    assert hear(answer, offer=OFFER) == []
