"""How each language says dates; see `DateWords` for the order of the words."""

from memoryd.llm.rules.wording import DateWords

CHINESE_DATES = DateWords(
    month_end="底|末|月底",
    by="到|至|截至|中旬|上旬|初",
    weekdays=(
        "周一|星期一|礼拜一|週一 周二|星期二|礼拜二|週二 周三|星期三|礼拜三|週三 周四|星期四|"
        "礼拜四|週四 周五|星期五|礼拜五|週五 周六|星期六|礼拜六|週六 周日|周天|星期日|星期天|"
        "礼拜天|礼拜日|週日"
    ),
    months=(
        "1_月|一月 2_月|二月 3_月|三月 4_月|四月 5_月|五月 6_月|六月 7_月|七月 8_月|八月 9_月|"
        "九月 10_月|"
        "十月 11_月|十一月 12_月|十二月"
    ),
    numbers="一 两|二|兩 三 四 五 六 七 八 九 十 十一 十二",
    units="天|日 周|星期|个星期|礼拜|週|个礼拜 个月|個月 年",
    named="""
        day -1 昨天
        day 0 今天|今晚
        day 1 明天|明日|明晚
        day 2 后天|後天
        day 3 大后天|大後天
        week 1 下周内|下个星期内|下周之内
        month 1 下个月|下個月
        weekend 0 本周末|这周末|周末前|本周内|这周内
        weekend 1 下周末
        monthend 0 月底|本月底|这个月底|月末|本月末
        monthend 1 下月底|下个月底|下月末|下個月底
        quarterend 0 季度末|本季度末|季末
        yearend 0 年底|今年年底|年末|今年底
    """,
    every="每|每个|每逢|逢",
    this="这|本|这个|這|這個",
    next="下|下个|下個",
    last="上|上个|上個",
    ordinal="日|号|號",
    needs_ordinal=True,
    day_before="|本月|这个月|在|到|于",
    ahead_after="后|之后|以后|後|之後|内|之内",
)

ENGLISH_DATES = DateWords(
    month_end="end_of|the_end_of|the_end_of_the",
    weekdays=(
        "monday|mon tuesday|tue|tues wednesday|wed thursday|thu|thurs friday|fri saturday sunday"
    ),
    months=(
        "january|jan february|feb march april|apr may june|jun july|jul august|aug "
        "september|sept|sep october|oct november|nov december|dec"
    ),
    numbers=(
        "one|a|an two|a_couple_of|couple_of three four five six seven eight nine ten eleven twelve "
        "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    ),
    units="day|days week|weeks month|months year|years",
    named="""
        day -1 yesterday
        day 0 today|tonight
        day 1 tomorrow
        day 2 the_day_after_tomorrow|day_after_tomorrow
        day 14 in_a_fortnight
        week 1 next_week
        week 2 the_week_after_next
        month 1 next_month
        weekend 0 end_of_the_week|end_of_this_week|end_of_week|the_weekend
        weekend 1 end_of_next_week
        monthend 0 end_of_the_month|end_of_this_month|end_of_month|month_end
        monthend 1 end_of_next_month
        quarterend 0 end_of_the_quarter|end_of_this_quarter|end_of_quarter
        quarterend 1 end_of_next_quarter
        yearend 0 end_of_the_year|end_of_this_year|end_of_year|year_end
    """,
    every="every|each|on_every",
    this="this|this_coming|the_coming|coming",
    next="next|next_week_on|next_week's",
    last="last",
    week_before="a_week_from|a_week_on|week_on",
    next_after="next_week|of_next_week",
    plus_week="week|after_next",
    plus_fortnight="fortnight",
    by=(
        "by|until|till|through|before|in|from|since|early|late|for|mid|mid-|beginning_of|start_of|"
        "middle_of|first_week_of|second_week_of|third_week_of|last_week_of|week_of"
    ),
    of="of",
    ordinal="st|nd|rd|th",
    needs_ordinal=True,
    day_before="the|on_the",
    ahead_before="in|within|within_the_next|in_the_next|in_about|in_exactly",
    ahead_after="from_now|from_today",
)

FRENCH_DATES = DateWords(
    month_end="fin|la_fin|d'ici_fin|à_fin|jusqu'à_fin|fin_de|la_fin_de",
    by="jusqu'en|en|avant|depuis|d'ici|courant|mi|début|à_partir_de",
    weekdays="lundi mardi mercredi jeudi vendredi samedi dimanche",
    months=(
        "janvier|janv février|févr mars avril mai juin juillet août septembre|sept octobre|oct "
        "novembre|nov décembre|déc"
    ),
    numbers=(
        "un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    ),
    units="jour|jours semaine|semaines mois an|ans|année|années",
    named="""
        day -1 hier
        day 0 aujourd'hui|ce_soir
        day 1 demain
        day 2 après-demain|après_demain
        week 1 la_semaine_prochaine|semaine_prochaine
        month 1 le_mois_prochain|mois_prochain
        weekend 0 fin_de_semaine|fin_de_la_semaine|fin_de_cette_semaine
        weekend 1 fin_de_semaine_prochaine|fin_de_la_semaine_prochaine
        monthend 0 fin_du_mois|la_fin_du_mois|fin_de_ce_mois
        monthend 1 fin_du_mois_prochain|la_fin_du_mois_prochain
        quarterend 0 fin_du_trimestre|la_fin_du_trimestre
        yearend 0 fin_de_l'année|la_fin_de_l'année|fin_d'année
    """,
    every="chaque|tous_les|les",
    this="ce",
    next="prochain|le_prochain",
    last="\x00",
    next_after="prochain|de_la_semaine_prochaine",
    plus_week="en_huit",
    plus_fortnight="en_quinze",
    ordinal="er",
    day_before="le|au|du|dès_le",
    ahead_before="dans|d'ici|sous",
)

GERMAN_DATES = DateWords(
    month_end="ende|bis_ende",
    by="bis|bis_zum|vor|in|im|seit|ab|anfang|mitte|im_jahr",
    weekdays=(
        "montag|montagabend|mo dienstag|dienstagabend mittwoch donnerstag freitag|freitagabend|"
        "freitags_kommender samstag|sonnabend sonntag"
    ),
    months=(
        "januar|jan|jänner februar|feb märz april|apr mai juni juli august|aug september|sept "
        "oktober|okt november|nov dezember|dez"
    ),
    numbers=(
        "einem|einer|ein|eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn "
        "vierzehn"
    ),
    units="tag|tage|tagen woche|wochen monat|monate|monaten jahr|jahre|jahren",
    named="""
        day -1 gestern
        day 0 heute
        day 1 morgen
        day 2 übermorgen
        week 1 nächste_woche|nächster_woche|kommende_woche|kommender_woche
        week 2 übernächste_woche|übernächster_woche
        month 1 nächsten_monat|nächstem_monat|kommenden_monat
        weekend 0 ende_der_woche|ende_dieser_woche
        weekend 1 ende_nächster_woche|ende_der_nächsten_woche|ende_kommender_woche
        monthend 0 ende_des_monats|ende_dieses_monats|monatsende
        monthend 1 ende_nächsten_monats|ende_des_nächsten_monats|ende_kommenden_monats
        quarterend 0 ende_des_quartals|quartalsende|ende_dieses_quartals
        yearend 0 ende_des_jahres|jahresende|ende_dieses_jahres
    """,
    every="jeden|jedem|immer",
    this="diesen|diesem|dieser|kommenden|kommendem|kommender",
    next="nächsten|nächstem|nächster|nächste_woche|nächste_woche_am",
    last="letzten|letztem|letzter|vergangenen|vorigen",
    next_after="nächster_woche|der_nächsten_woche|nächste_woche|kommender_woche",
    plus_week="in_einer_woche|in_acht_tagen",
    plus_fortnight="in_zwei_wochen|in_vierzehn_tagen",
    ordinal=".",
    needs_ordinal=True,
    day_before="am|zum|bis_zum|den|der|vom|ab_dem",
    ahead_before="in|binnen|innerhalb_von",
)

JAPANESE_DATES = DateWords(
    month_end="末|末日|いっぱい|の終わり",
    by="\x00",
    weekdays="月曜日|月曜 火曜日|火曜 水曜日|水曜 木曜日|木曜 金曜日|金曜 土曜日|土曜 日曜日|日曜",
    months="1_月 2_月 3_月 4_月 5_月 6_月 7_月 8_月 9_月 10_月 11_月 12_月",
    numbers="一 二 三 四 五 六 七 八 九 十 十一 十二",
    units="日 週間|週 ヶ月|か月|カ月|ヵ月|箇月 年",
    named="""
        day -1 昨日
        day 0 今日|本日|今晩
        day 1 明日|あした
        day 2 明後日|あさって
        day 3 しあさって|明々後日
        week 1 来週中|来週いっぱい
        month 1 来月中|来月いっぱい|来月中旬|来月頭
        weekend 0 今週末|今週中|今週いっぱい|週末
        weekend 1 来週末
        monthend 0 月末|今月末|今月いっぱい|今月中
        monthend 1 来月末
        quarterend 0 四半期末
        yearend 0 年末|今年中|今年いっぱい
    """,
    every="毎週|毎|隔週",
    this="今週の|今週|今度の|次の|この",
    next="来週の|来週",
    last="先週の|先週",
    plus_week="\x00",
    ordinal="日",
    needs_ordinal=True,
    day_before="|今月|今月の",
    ahead_after="後|以内",
)

KOREAN_DATES = DateWords(
    month_end="말|말일|말까지",
    by="\x00",
    weekdays="월요일 화요일 수요일 목요일 금요일 토요일 일요일",
    months="1_월 2_월 3_월 4_월 5_월 6_월 7_월 8_월 9_월 10_월 11_월 12_월",
    numbers="한|하루 두|이틀 세|사흘 네|나흘 다섯 여섯 일곱 여덟 아홉 열 열한 열두",
    units="일 주일|주 개월|달 년",
    named="""
        day -1 어제
        day 0 오늘
        day 1 내일
        day 2 모레|내일모레
        day 3 글피
        week 1 다음_주_안|다음_주_중|다음_주_내
        month 1 다음_달_중|다음_달_안|다음_달_초
        weekend 0 이번_주말|이번_주_안|이번_주_내|주말
        weekend 1 다음_주말
        monthend 0 월말|이번_달_말|이달_말|이번_달_안
        monthend 1 다음_달_말|내달_말
        quarterend 0 분기_말
        yearend 0 연말|올해_말|올해_안
    """,
    every="매주|매",
    this="이번_주|이번|이번_주의|오는",
    next="다음_주|다음|담주|다음_주의",
    last="지난_주|지난",
    ordinal="일",
    needs_ordinal=True,
    day_before="|이번_달|이달",
    ahead_after="뒤|후|이내|안",
)

PORTUGUESE_DATES = DateWords(
    month_end="fim|final|finais|o_fim|o_final",
    by="até|em|antes_de|desde|meados_de|em_meados_de|começo_de|início_de|a_partir_de",
    weekdays=(
        "segunda-feira|segunda terça-feira|terça quarta-feira|quarta quinta-feira|quinta "
        "sexta-feira|sexta sábado domingo"
    ),
    months=(
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"
    ),
    numbers=(
        "um|uma dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze|"
        "quatorze quinze"
    ),
    units="dia|dias semana|semanas mês|meses ano|anos",
    named="""
        day -1 ontem
        day 0 hoje|esta_noite
        day 1 amanhã
        day 2 depois_de_amanhã
        week 1 a_próxima_semana|semana_que_vem|próxima_semana|na_próxima_semana
        month 1 o_próximo_mês|mês_que_vem|próximo_mês
        weekend 0 fim_da_semana|final_da_semana|fim_desta_semana
        monthend 0 fim_do_mês|final_do_mês|fim_deste_mês|fim_de_mês
        monthend 1 fim_do_próximo_mês|fim_do_mês_que_vem|final_do_mês_que_vem|final_do_próximo_mês
        quarterend 0 fim_do_trimestre|final_do_trimestre
        yearend 0 fim_do_ano|final_do_ano|fim_de_ano
    """,
    every="toda|todas_as|cada|às|todo|todos_os|aos",
    this="esta|nesta|este|próxima|na_próxima|próximo|no_próximo",
    next="\x00",
    last="passada|última|na_última",
    next_after="da_semana_que_vem|da_próxima_semana|que_vem|da_outra_semana",
    of="de",
    ordinal="º|°",
    day_before="dia|o_dia|no_dia|até_o_dia|ao_dia",
    ahead_before="em|daqui_a|dentro_de|daqui_por",
)

RUSSIAN_DATES = DateWords(
    month_end="конца|конце|концу|конец",
    by="до|в|с|к|середине|в_середине|начале|в_начале",
    weekdays=(
        "понедельник|понедельника|понедельнику вторник|вторника|вторнику среда|среду|среды|среде "
        "четверг|четверга|четвергу пятница|пятницу|пятницы|пятнице суббота|субботу|субботы|"
        "субботе воскресенье|воскресенья|воскресенью"
    ),
    months=(
        "января|январь|январе|январю февраля|февраль|феврале|февралю марта|март|марте|марту "
        "апреля|апрель|апреле|апрелю мая|май|мае|маю июня|июнь|июне|июню июля|июль|июле|июлю "
        "августа|август|августе|августу сентября|сентябрь|сентябре|сентябрю октября|октябрь|"
        "октябре|октябрю ноября|ноябрь|ноябре|ноябрю декабря|декабрь|декабре|декабрю"
    ),
    numbers=(
        "один|одну две|два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать"
    ),
    units="день|дня|дней неделю|недели|недель месяц|месяца|месяцев год|года|лет",
    named="""
        day -1 вчера
        day 0 сегодня
        day 1 завтра
        day 2 послезавтра
        week 1 на_следующей_неделе|следующей_неделе|следующей_недели
        week 1 через_неделю
        month 1 в_следующем_месяце|следующем_месяце
        weekend 0 конца_недели|конце_недели|концу_недели|конца_этой_недели
        weekend 1 конца_следующей_недели|конце_следующей_недели|концу_следующей_недели
        monthend 0 конца_месяца|конце_месяца|концу_месяца|конца_этого_месяца|концу_этого_месяца
        monthend 1 конца_следующего_месяца|конце_следующего_месяца|концу_следующего_месяца
        quarterend 0 конца_квартала|конце_квартала|концу_квартала
        yearend 0 конца_года|конце_года|концу_года
    """,
    every="каждый|каждую|каждое|каждой",
    this="этот|эту|это|ближайший|ближайшую|ближайшее|этой|этого|эту_же",
    next="следующий|следующую|следующее|следующей|следующего|следующему|следующую_же",
    last="прошлый|прошлую|прошлое|прошлой|прошлого",
    next_after="следующей_недели|на_следующей_неделе",
    ordinal="-го|-му|-е|_числа|_числу",
    needs_ordinal=True,
    day_before="до|к|с|на|не_позднее|аж_до",
    ahead_before="через|за|в_течение",
)

SPANISH_DATES = DateWords(
    month_end="finales|fines|fin|final|el_final",
    by="hasta|en|antes_de|desde|mediados_de|a_mediados_de|principios_de|a_partir_de",
    weekdays="lunes martes miércoles jueves viernes sábado domingo",
    months=(
        "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre "
        "noviembre diciembre"
    ),
    numbers=(
        "un|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
    ),
    units="día|días semana|semanas mes|meses año|años",
    named="""
        day -1 ayer
        day 0 hoy|esta_noche
        day 1 mañana
        day 2 pasado_mañana
        week 1 la_próxima_semana|la_semana_que_viene|próxima_semana|la_semana_próxima
        month 1 el_próximo_mes|el_mes_que_viene|próximo_mes
        weekend 0 fin_de_esta_semana|finales_de_semana
        monthend 0 fin_de_mes|finales_de_mes|final_de_mes|fin_del_mes|final_del_mes|\
finales_de_este_mes
        monthend 1 fin_del_próximo_mes|finales_del_próximo_mes|finales_del_mes_que_viene|\
fin_del_mes_que_viene
        quarterend 0 fin_de_trimestre|final_del_trimestre|fin_del_trimestre
        yearend 0 fin_de_año|final_de_año|finales_de_año|fin_del_año
    """,
    every="cada|todos_los|los",
    this="este|el_próximo|próximo",
    next="\x00",
    last="el_pasado|pasado",
    next_after="de_la_próxima_semana|de_la_semana_que_viene|que_viene",
    plus_week="en_ocho",
    plus_fortnight="en_quince",
    of="de|del",
    day_before="el|el_día|al|del|día",
    ahead_before="en|dentro_de",
)
