"""
A window of WebKitGTK that a driver may drive. WebKit's own MiniBrowser forgets everything once it is driven; this one
keeps it in the folder that it is given, so that it can be closed and opened again.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

profile = sys.argv[1]
manager = WebKit2.WebsiteDataManager(base_data_directory=profile, base_cache_directory=f"{profile}/cache")
context = WebKit2.WebContext(website_data_manager=manager)
context.set_automation_allowed(True)


def open_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1280, default_height=900)
    window.connect("destroy", Gtk.main_quit)
    view.connect("close", lambda _: window.destroy())
    window.add(view)
    window.show_all()
    return view


context.connect("automation-started", lambda _, session: session.connect("create-web-view", open_view))
Gtk.main()
