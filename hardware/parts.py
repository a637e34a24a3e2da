"""The parts that can be bought: manufacturer's number, an alternative, and what a substitute must keep true.

Prices are rough, in euros each for the quantity of one board, and only there to add up a budget: look before
you order.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A part by the name that `design` gives it; `symbol` and `footprint` are KiCad's."""

    what: str
    value: str
    maker: str
    number: str
    alternative: str
    rule: str
    euro: float
    spare_percent: int = 0
    symbol: str = ""
    footprint: str = ""


XH_RULE = (
    "Keyed, 2.5 mm pitch, 3 A a contact. Header and cable of one family; not to be mixed with 2.54 mm pins."
)

PARTS: dict[str, Part] = {
    "reed": Part(
        what="Reed contact, normally open, glass",
        value="15-20 AT",
        maker="Standex",
        number="ORD228VL-1520",
        alternative="Littelfuse MACD-14-15-20",
        rule="Pull-in 15 to 20 ampere-turns, all of one class; glass at most 14.0 mm long and 2.3 mm thick; "
        "leads that can be bent 3 mm from the glass. Unsorted reeds need a wider pitch.",
        euro=0.90,
        spare_percent=10,
        symbol="Switch:SW_Reed",
        footprint="lakabe:Reed_14mm_P20.00mm_Horizontal",
    ),
    "diode": Part(
        what="Small-signal diode, DO-35",
        value="1N4148",
        maker="Vishay",
        number="1N4148-TAP",
        alternative="onsemi 1N4148 or 1N914B",
        rule="Silicon, not Schottky (those leak when warm); at most 0.75 V at 1 mA; DO-35.",
        euro=0.03,
        spare_percent=10,
        symbol="Diode:1N4148",
        footprint="Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal",
    ),
    "pixel": Part(
        what="Addressable RGB light, 5 x 5 mm",
        value="WS2812B",
        maker="Worldsemi",
        number="WS2812B-V5",
        alternative="Opsco SK6812 (5050, RGB)",
        rule="Four pads in the order VDD, DOUT, VSS, DIN; green first on the wire; 800 kHz; at most 20 mA a "
        "colour and 1 mA dark; runs down to 4.0 V. No fourth, white channel.",
        euro=0.15,
        spare_percent=10,
        symbol="LED:WS2812B",
        footprint="LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
    ),
    "c100n": Part(
        what="Ceramic capacitor 100 nF, 0805",
        value="100n",
        maker="Kemet",
        number="C0805C104K5RACTU",
        alternative="Murata GRM21BR71H104KA01L",
        rule="X7R, 16 V or more, 0805.",
        euro=0.03,
        spare_percent=10,
        symbol="Device:C",
        footprint="Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder",
    ),
    "c1u": Part(
        what="Ceramic capacitor 1 uF, 0805",
        value="1u",
        maker="Kemet",
        number="C0805C105K4RACTU",
        alternative="Murata GRM21BR71E105KA99L",
        rule="X7R, 16 V or more, 0805. Ten times C4 at least, or the supply does not start softly.",
        euro=0.08,
        spare_percent=10,
        symbol="Device:C",
        footprint="Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder",
    ),
    "c470u": Part(
        what="Electrolytic capacitor 470 uF, 10 V",
        value="470u",
        maker="Panasonic",
        number="EEU-FR1A471",
        alternative="Rubycon 10ZLH470MEFC8X11.5",
        rule="220 to 470 uF, 10 V or more, 8 mm wide, leads 3.5 mm apart. Not more: USB limits the inrush.",
        euro=0.40,
        symbol="Device:C_Polarized",
        footprint="Capacitor_THT:CP_Radial_D8.0mm_P3.50mm",
    ),
    "r330": Part(
        what="Resistor 330 ohm, axial",
        value="330",
        maker="Yageo",
        number="MFR-25FBF52-330R",
        alternative="any metal film 0207 of 300 to 500 ohm",
        rule="300 to 500 ohm, 1 %, 0.25 W.",
        euro=0.03,
        spare_percent=10,
        symbol="Device:R",
        footprint="Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal",
    ),
    "r470": Part(
        what="Resistor 470 ohm, axial",
        value="470",
        maker="Yageo",
        number="MFR-25FBF52-470R",
        alternative="any metal film 0207 of 330 to 680 ohm",
        rule="330 to 680 ohm: enough to spare the Pico a crossed cable, little against 8.2 kilo-ohm.",
        euro=0.03,
        spare_percent=10,
        symbol="Device:R",
        footprint="Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal",
    ),
    "r8k2": Part(
        what="Resistor 8.2 kilo-ohm, axial",
        value="8k2",
        maker="Yageo",
        number="MFR-25FBF52-8K2",
        alternative="any metal film 0207 of 6.8 to 8.2 kilo-ohm",
        rule="6.8 to 8.2 kilo-ohm, 1 %. Never more: the Pico 2's inputs leak (RP2350 erratum E9), and rows "
        "have to let go within 10 us.",
        euro=0.03,
        spare_percent=10,
        symbol="Device:R",
        footprint="Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal",
    ),
    "r100k": Part(
        what="Resistor 100 kilo-ohm, axial",
        value="100k",
        maker="Yageo",
        number="MFR-25FBF52-100K",
        alternative="any metal film 0207 of 47 to 100 kilo-ohm",
        rule="47 to 100 kilo-ohm.",
        euro=0.03,
        spare_percent=10,
        symbol="Device:R",
        footprint="Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal",
    ),
    "r330k": Part(
        what="Resistor 330 kilo-ohm, axial",
        value="330k",
        maker="Yageo",
        number="MFR-25FBF52-330K",
        alternative="any metal film 0207 of 330 to 470 kilo-ohm",
        rule="330 to 470 kilo-ohm. Less makes the supply start too fast for USB.",
        euro=0.03,
        spare_percent=10,
        symbol="Device:R",
        footprint="Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal",
    ),
    "shifter": Part(
        what="Bus buffer, 3.3 V in, 5 V out, SOT-23-5",
        value="74AHCT1G125",
        maker="Texas Instruments",
        number="SN74AHCT1G125DBVR",
        alternative="Nexperia 74AHCT1G125GV, or 74HCT1G125GV",
        rule="AHCT or HCT, never HC, AHC or LVC: 2.0 V must read as high on a 5 V supply. SOT-23-5.",
        euro=0.30,
        spare_percent=50,
        symbol="74xGxx:74AHCT1G125",
        footprint="Package_TO_SOT_SMD:SOT-23-5_HandSoldering",
    ),
    "pmos": Part(
        what="P-channel MOSFET, SOT-23",
        value="AO3401A",
        maker="Alpha & Omega",
        number="AO3401A",
        alternative="Vishay SI2301CDS or Diodes DMG2305UX",
        rule="P-channel; gate 1, source 2, drain 3; threshold 0.45 to 1.3 V; at most 0.12 ohm at 4.5 V.",
        euro=0.15,
        spare_percent=50,
        symbol="Transistor_FET:AO3401A",
        footprint="Package_TO_SOT_SMD:SOT-23_Handsoldering",
    ),
    "schottky": Part(
        what="Schottky diode 3 A, DO-201AD",
        value="1N5822",
        maker="STMicroelectronics",
        number="1N5822RL",
        alternative="Vishay SB540",
        rule="Schottky, 3 A or more, at most 0.5 V at 1 A.",
        euro=0.25,
        symbol="Diode:1N5822",
        footprint="Diode_THT:D_DO-201AD_P15.24mm_Horizontal",
    ),
    "fuse": Part(
        what="Resettable fuse, holds 1.0 A",
        value="1.0 A",
        maker="Bourns",
        number="MF-RHT100",
        alternative="Littelfuse RHEF100",
        rule="Holds 1.0 A and trips at 2 A or less, 16 V or more, leads 5.1 mm apart.",
        euro=0.50,
        symbol="Device:Polyfuse",
        footprint="Fuse:Fuse_Bourns_MF-RHT100",
    ),
    "pico": Part(
        what="Raspberry Pi Pico or Pico 2, with pin headers",
        value="Pico",
        maker="Raspberry Pi",
        number="SC0915",
        alternative="Raspberry Pi SC1631 (Pico 2)",
        rule="Pico or Pico 2 with 2 MB of flash or more; the W models work too, their radio is not used.",
        euro=5.00,
        symbol="MCU_Module:RaspberryPi_Pico",
        footprint="Module:RaspberryPi_Pico_Common_THT",
    ),
    "xh8": Part(
        what="Header, JST XH, 8 pins, upright",
        value="XH 8",
        maker="JST",
        number="B8B-XH-A",
        alternative="CUI or Chinese makers' XH-8A",
        rule=XH_RULE,
        euro=0.25,
        spare_percent=5,
        symbol="Connector_Generic:Conn_01x08",
        footprint="Connector_JST:JST_XH_B8B-XH-A_1x08_P2.50mm_Vertical",
    ),
    "xh2": Part(
        what="Header, JST XH, 2 pins, upright",
        value="XH 2",
        maker="JST",
        number="B2B-XH-A",
        alternative="CUI or Chinese makers' XH-2A",
        rule=XH_RULE,
        euro=0.10,
        spare_percent=5,
        symbol="Connector_Generic:Conn_01x02",
        footprint="Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical",
    ),
    "jack": Part(
        what="Power socket 5.5 / 2.1 mm",
        value="5 V",
        maker="CUI",
        number="PJ-102AH",
        alternative="Kycon KLDX-0202-A (check its drawing)",
        rule="5.5 / 2.1 mm, plus on the middle pin, 2 A or more. Not needed where USB alone feeds the board.",
        euro=0.70,
        symbol="Connector:Barrel_Jack_Switch",
        footprint="Connector_BarrelJack:BarrelJack_CUI_PJ-102AH_Horizontal",
    ),
    "select": Part(
        what="Pin header 1 x 3, 2.54 mm",
        value="USB or 5 V",
        maker="Harwin",
        number="M20-9990346",
        alternative="Samtec TSW-103-07-G-S",
        rule="2.54 mm, square pins of 0.64 mm.",
        euro=0.10,
        symbol="Connector_Generic:Conn_01x03",
        footprint="Connector_PinHeader_2.54mm:PinHeader_1x03_P2.54mm_Vertical",
    ),
    "button": Part(
        what="Push-button 6 x 6 mm",
        value="6 mm",
        maker="Omron",
        number="B3F-1000",
        alternative="C&K PTS645SM43SMTR92",
        rule="Four legs, 6.5 x 4.5 mm apart, closes while pressed.",
        euro=0.15,
        spare_percent=50,
        symbol="Switch:SW_Push",
        footprint="Button_Switch_THT:SW_PUSH_6mm_H4.3mm",
    ),
}
"""Parts that sit on a board, by name."""
